//! What a source was taken for.

use std::fmt;

/// The forms in which numbers arrive, by the names that users know.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Form {
    /// A print or `repr` of a `NumPy` array.
    NumPy,
    /// A print of a `PyTorch` tensor.
    PyTorch,
    /// A print of a `TensorFlow` tensor.
    TensorFlow,
    /// A print of a JAX array.
    Jax,
    /// Python's own lists, tuples and dictionaries.
    Python,
    /// JSON.
    Json,
    /// A literal of MATLAB or Octave.
    Matlab,
    /// R code.
    R,
    /// A literal of Julia.
    Julia,
    /// Lists of Mathematica.
    Mathematica,
    /// A literal of C++, Rust, JavaScript or another language.
    Code,
    /// A document of this project.
    Document,
    /// A `.npy` file.
    Npy,
    /// A `.npz` file.
    Npz,
    /// A safetensors file.
    Safetensors,
    /// Binary vectors of word2vec.
    Word2VecBinary,
    /// Rows of numbers with something between them.
    Table,
    /// A plain list of tokens.
    Tokens,
    /// Comma-separated values, be it with semicolons.
    Csv,
    /// A table in Markdown.
    Markdown,
    /// A table in HTML.
    Html,
    /// A table or matrix in LaTeX.
    Latex,
    /// A print of R.
    RPrint,
    /// A print of pandas.
    Pandas,
    /// A print of MATLAB or Octave.
    Print,
    /// A print of Julia.
    JuliaPrint,
    /// A Matrix Market file.
    MatrixMarket,
    /// Vectors and labels of the Embedding Projector.
    Projector,
    /// Vectors of words as text.
    Word2Vec,
    /// Tab-separated values: what a spreadsheet copies.
    Tsv,
}

impl fmt::Display for Form {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::NumPy => "NumPy text",
            Self::PyTorch => "PyTorch text",
            Self::TensorFlow => "TensorFlow text",
            Self::Jax => "JAX text",
            Self::Python => "a Python list",
            Self::Json => "JSON",
            Self::Matlab => "MATLAB code",
            Self::R => "R code",
            Self::Julia => "Julia code",
            Self::Mathematica => "Mathematica text",
            Self::Code => "program code",
            Self::Document => "Attnscope document",
            Self::Npy => "a .npy file",
            Self::Npz => "a .npz file",
            Self::Safetensors => "a .safetensors file",
            Self::Word2VecBinary => "word2vec binary",
            Self::Table => "a table",
            Self::Tokens => "a list of tokens",
            Self::Csv => "CSV",
            Self::Markdown => "a Markdown table",
            Self::Html => "an HTML table",
            Self::Latex => "LaTeX",
            Self::RPrint => "a print of R",
            Self::Pandas => "a print of pandas",
            Self::Print => "a print of MATLAB or Octave",
            Self::JuliaPrint => "a print of Julia",
            Self::MatrixMarket => "Matrix Market",
            Self::Projector => "vectors and labels of the Embedding Projector",
            Self::Word2Vec => "word2vec text",
            Self::Tsv => "tab-separated values",
        })
    }
}
