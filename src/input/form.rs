//! What a source was taken for, as data: a format that is a form of its own says so in its own file.

use std::fmt;

/// A form in which numbers arrive. Those that several formats make are here, the others beside the
/// format that makes them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Form(pub(super) &'static FormAbout);

/// What a form is called, in the words that users know.
#[derive(Debug, PartialEq, Eq, Hash)]
pub struct FormAbout {
    /// Its name in English.
    pub english: &'static str,
    /// Its name in Korean.
    pub korean: &'static str,
    /// What to do where a print of it is shortened.
    pub in_full: InFull,
}

/// How to have all of what was shortened.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct InFull {
    /// The end of a sentence in English.
    pub english: &'static str,
    /// A sentence in Korean.
    pub korean: &'static str,
}

impl Form {
    /// What it is called.
    pub fn about(self) -> &'static FormAbout {
        self.0
    }
}

impl fmt::Display for Form {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0.english)
    }
}

impl Form {
    /// A print or `repr` of a `NumPy` array.
    pub const NUMPY: Self =
        Self(&FormAbout {
            english: "NumPy text", korean: "NumPy 텍스트", in_full: InFull::NUMPY
        });

    /// A print of a `PyTorch` tensor.
    pub const PYTORCH: Self = Self(&FormAbout {
        english: "PyTorch text",
        korean: "PyTorch 텍스트",
        in_full: InFull::PYTORCH,
    });

    /// A print of a `TensorFlow` tensor.
    pub const TENSORFLOW: Self = Self(&FormAbout {
        english: "TensorFlow text",
        korean: "TensorFlow 텍스트",
        in_full: InFull::TENSORFLOW,
    });

    /// A print of a JAX array.
    pub const JAX: Self =
        Self(&FormAbout { english: "JAX text", korean: "JAX 텍스트", in_full: InFull::JAX });

    /// Python's own lists, tuples and dictionaries.
    pub const PYTHON: Self = Self(&FormAbout {
        english: "a Python list",
        korean: "Python 리스트",
        in_full: InFull::LISTS,
    });

    /// JSON.
    pub const JSON: Self =
        Self(&FormAbout { english: "JSON", korean: "JSON", in_full: InFull::LISTS });

    /// A literal of MATLAB or Octave.
    pub const MATLAB: Self =
        Self(&FormAbout {
            english: "MATLAB code", korean: "MATLAB 코드", in_full: InFull::MATLAB
        });

    /// R code.
    pub const R: Self =
        Self(&FormAbout { english: "R code", korean: "R 코드", in_full: InFull::R });

    /// A literal of Julia.
    pub const JULIA: Self =
        Self(&FormAbout { english: "Julia code", korean: "Julia 코드", in_full: InFull::JULIA });

    /// Lists of Mathematica.
    pub const MATHEMATICA: Self = Self(&FormAbout {
        english: "Mathematica text",
        korean: "Mathematica 텍스트",
        in_full: InFull::MATHEMATICA,
    });

    /// A literal of C++, Rust, JavaScript or another language.
    pub const CODE: Self = Self(&FormAbout {
        english: "program code",
        korean: "프로그램 코드",
        in_full: InFull::LISTS,
    });

    /// A document of this project.
    pub const DOCUMENT: Self = Self(&FormAbout {
        english: "Attnscope document",
        korean: "Attnscope 문서",
        in_full: InFull::DOCUMENT,
    });

    /// Rows of numbers with something between them.
    pub const TABLE: Self =
        Self(&FormAbout { english: "a table", korean: "표", in_full: InFull::VALUES });

    /// A plain list of tokens.
    pub const TOKENS: Self = Self(&FormAbout {
        english: "a list of tokens",
        korean: "토큰 목록",
        in_full: InFull::VALUES,
    });

    /// Comma-separated values, be it with semicolons.
    pub const CSV: Self =
        Self(&FormAbout { english: "CSV", korean: "CSV", in_full: InFull::VALUES });

    /// A table in Markdown.
    pub const MARKDOWN: Self = Self(&FormAbout {
        english: "a Markdown table",
        korean: "Markdown 표",
        in_full: InFull::VALUES,
    });

    /// A print of R.
    pub const R_PRINT: Self =
        Self(&FormAbout { english: "a print of R", korean: "R 출력", in_full: InFull::R });

    /// A print of pandas.
    pub const PANDAS: Self = Self(&FormAbout {
        english: "a print of pandas",
        korean: "pandas 출력",
        in_full: InFull::VALUES,
    });

    /// A print of MATLAB or Octave.
    pub const PRINT: Self = Self(&FormAbout {
        english: "a print of MATLAB or Octave",
        korean: "MATLAB(Octave) 출력",
        in_full: InFull::MATLAB,
    });

    /// A print of Julia.
    pub const JULIA_PRINT: Self = Self(&FormAbout {
        english: "a print of Julia",
        korean: "Julia 출력",
        in_full: InFull::JULIA,
    });

    /// Tab-separated values: what a spreadsheet copies.
    pub const TSV: Self = Self(&FormAbout {
        english: "tab-separated values",
        korean: "탭으로 나눈 값",
        in_full: InFull::VALUES,
    });
}

impl InFull {
    /// Of `NumPy`.
    pub const NUMPY: Self = Self {
        english: "print all of it with np.set_printoptions(threshold=np.inf), or save it with \
             np.savetxt or a.tolist()",
        korean: "np.set_printoptions(threshold=np.inf)로 모두 출력하거나, np.savetxt 또는 a.tolist()로 저장하세요.",
    };

    /// Of `PyTorch`.
    pub const PYTORCH: Self = Self {
        english: "print all of it with torch.set_printoptions(threshold=float('inf')), or save it \
             with np.savetxt or x.tolist()",
        korean: "torch.set_printoptions(threshold=float('inf'))로 모두 출력하거나, np.savetxt 또는 x.tolist()로 \
             저장하세요.",
    };

    /// Of `TensorFlow`.
    pub const TENSORFLOW: Self = Self {
        english: "print all of it with np.set_printoptions(threshold=np.inf) and x.numpy(), or save \
             it with np.savetxt or x.numpy().tolist()",
        korean: "np.set_printoptions(threshold=np.inf)를 쓴 뒤 x.numpy()를 출력하거나, np.savetxt 또는 \
             x.numpy().tolist()로 저장하세요.",
    };

    /// Of JAX.
    pub const JAX: Self = Self {
        english: "print all of it with np.set_printoptions(threshold=np.inf), or save it with \
             np.savetxt or x.tolist()",
        korean: "np.set_printoptions(threshold=np.inf)로 모두 출력하거나, np.savetxt 또는 x.tolist()로 저장하세요.",
    };

    /// Of lists in a program.
    pub const LISTS: Self = Self {
        english: "save all values, for instance with x.tolist()",
        korean: "x.tolist()처럼 모든 값을 저장하는 방법을 쓰세요.",
    };

    /// Of MATLAB and Octave.
    pub const MATLAB: Self = Self {
        english: "save all of it, for instance with writematrix(x, 'x.csv')",
        korean: "writematrix(x, 'x.csv')처럼 모든 값을 저장하는 방법을 쓰세요.",
    };

    /// Of R.
    pub const R: Self = Self {
        english: "save all of it, for instance with write.csv(x, \"x.csv\")",
        korean: "write.csv(x, \"x.csv\")처럼 모든 값을 저장하는 방법을 쓰세요.",
    };

    /// Of Julia.
    pub const JULIA: Self = Self {
        english: "print all of it with show(stdout, x)",
        korean: "show(stdout, x)로 모두 출력하세요.",
    };

    /// Of Mathematica.
    pub const MATHEMATICA: Self = Self {
        english: "save all of it, for instance with Export[\"x.csv\", x]",
        korean: "Export[\"x.csv\", x]처럼 모든 값을 저장하는 방법을 쓰세요.",
    };

    /// Of a document of this project.
    pub const DOCUMENT: Self =
        Self { english: "save the document again", korean: "문서를 다시 저장하세요." };

    /// Of anything else.
    pub const VALUES: Self = Self {
        english: "save all values, for instance with df.to_csv() or a.tolist()",
        korean: "df.to_csv()나 a.tolist()처럼 모든 값을 저장하는 방법을 쓰세요.",
    };
}
