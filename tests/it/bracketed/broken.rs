//! What is refused, with which words and where; what must cost no time and no stack.

use std::time::Instant;

use attnscope::input::Form;

use super::{matrix, reading, round_trip::Draws};

/// The sentence of a refusal must contain these words.
#[track_caller]
fn check(text: &str, words: &[&str]) {
    let refused = match matrix(text) {
        Ok(view) => panic!("{text}\nwas read as {:?}", view.table),
        Err(fault) => fault.to_string(),
    };
    for word in words {
        assert!(refused.contains(word), "{text}\n{refused}\nhas no “{word}”");
    }
}

#[test]
fn brackets_that_do_not_match() {
    check("[[1, 2], [3, 4]", &["text ends", "line 1"]);
    check("tensor([[1., 2.],\n        [3.,", &["text ends inside row 2", "line 2"]);
    check("[1, 2], [3, 4]]", &["`]` closes nothing", "character 15"]);
    check("[[1, 2], [3, 4)]", &["`]` expected", "found `)`"]);
    check("{\"a\": [1, 2}", &["`]` expected", "found `}`"]);
    check("[[\"the, 1], [2, 3]]", &["quote is not closed"]);
}

#[test]
fn cells_that_are_no_numbers() {
    check("[[1, 2], [3, None]]", &["line 1, character 14", "row 2, column 2", "`None`", "missing"]);
    check("[[1, 2],\n [3, x]]", &["line 2, character 6", "`x` is a letter, not a number"]);
    check("[[1, 2], [3, \"x\"]]", &["character 14", "row 2, column 2", "`x`"]);
    check("[[1, 2], [3, x_1]]", &["`x_1` is a name, not a number"]);
    check("[[1, 2], [3, 1e400]]", &["1e400", "too large"]);
    check("[[1, 2], [3, 4+2j]]", &["complex"]);
    check("[[1, 2], [3, 0x1F]]", &["0x1F"]);
    check("[[1,, 2], [3, 4]]", &["empty", "row 1, column 2"]);
    check("[[0.5-1.25, 3], [2, 4]]", &["0.5-1.25"]);
    check("[[1, 2 3], [4, 5, 6]]", &["no comma between `2` and `3`"]);
    check("[1 NaN; NA 2]", &["`NA`", "row 2, column 1"]);
    check(
        "masked_array(\n  data=[[1.0, --],\n        [3.0, 4.0]],\n  mask=[[False,  True],\n        [False, False]])",
        &["`--`", "line 2"],
    );
}

#[test]
fn shapes_that_are_none() {
    check("[[1, 2], [3]]", &["row 2 has 1 values, expected 2", "line 1, character 10"]);
    check("[[1, 2], 3]", &["entry 2 is a single value"]);
    check("[[[1, 2]], [[1, 2], [3, 4]]]", &["entry 2 is 2 x 2, expected 1 x 2"]);
    check("<tf.RaggedTensor [[1.0, 2.0], [3.0]]>", &["row 2 has 1 values"]);
    check("[1 2; 3]", &["row 2 has 1 values"]);
    check("[]", &["empty"]);
    check("[[], []]", &["empty"]);
    check("tensor([], size=(0, 3))", &["empty", "0 x 3"]);
    check("array([[1., 2.]], shape=(2, 2))", &["2 x 2", "1 x 2"]);
    check("matrix(c(1, 2, 3), nrow = 2)", &["3 values do not fill 2 x 2"]);
    check("matrix(c(1, 2, 3, 4) nrow = 2)", &["found `nrow`", "character 22"]);
    check("np.array([1, 2, 3]).reshape(2, 2)", &["3 values do not fill 2 x 2"]);
    check("\n 1 2\n 3\n[torch.FloatTensor of size 2x2]", &["row 2 has 1 values"]);
}

#[test]
fn prints_that_were_shortened() {
    check("[[0 1 ... 8 9]\n [0 1 ... 8 9]]", &["`...`", "set_printoptions", "character 7"]);
    check("array([[0.5],\n       ...,\n       [0.5]], shape=(1500, 1))", &["1500 x 1", "line 2"]);
    check("tensor([0., 1.,  ..., 8., 9.])", &["torch.set_printoptions"]);
    check("[0 1 2 ... 997 998 999]", &["`...`"]);
    check("[[1, 2, …], [3, 4, …]]", &["`…`"]);
    check("tensor([...])", &["`...`"]);
}

#[test]
fn what_holds_no_numbers() {
    check("tensor(..., device='meta', size=(2, 3))", &["meta", "no values"]);
    check("Linear(in_features=3, out_features=2, bias=True)", &["Linear", "description"]);
    check("Parameter containing:\nParameter(FloatTensor())", &["description"]);
    check("torch.Size([2, 3])", &["torch.Size([2, 3])"]);
    check("attentions = None", &["attentions", "None", "output_attentions"]);
    check("(None, None)", &[]);
    check("x = torch.randn(2, 3)", &["torch.randn(2, 3)", "computation"]);
    check("[\"the\", \"cat\"]", &["2 texts"]);
    check("  (0, 1)\t1.5\n  (1, 0)\t2.0", &["sparse", "to_dense"]);
    check(
        "tensor(indices=tensor([[0, 1],\n                       [2, 0]]),\n       values=tensor([3., 4.]),\n       size=(2, 3), nnz=2, layout=torch.sparse_coo)",
        &["sparse"],
    );
    check(r#"{"inputs": {"q": [[1]]}, "options": {}}"#, &["document"]);
}

/// Nothing is left out that would have changed the numbers.
#[test]
fn what_would_have_to_be_computed() {
    for text in [
        "np.array([[1, 2], [3, 4]]) * 0.5",
        "0.5 * np.array([[1, 2], [3, 4]])",
        "-np.array([[1, 2], [3, 4]])",
        "W = -[[1, 2], [3, 4]]",
        "np.array([[1, 2], [3, 4]]) @ W",
        "np.array([[1, 2], [3, 4]])[0]",
        "np.array([[1, 2], [3, 4]])[:, 0]",
        "[[1, 2], [3, 4]] / 8",
        "torch.tensor([[1., 2.]]).softmax(dim=-1)",
        "torch.tensor([[1., 2.]]).sum()",
        "softmax([[1, 2], [3, 4]])",
        "np.linalg.inv(np.array([[1, 2], [3, 4]]))",
        "np.zeros((2, 3))",
        "[x * 2 for x in [1, 2]]",
        "[[7 // 2, 1], [2, 3]]",
        "[[7 % 2,\n 1], [2, 3]]",
        "let w = [[0.0; 3]; 2];",
        "let w = vec![0.0; 3];",
        "solve(matrix(c(1, 2, 3, 4), 2))",
        "[sqrt(2) 1; 2 3]",
    ] {
        check(text, &[]);
    }
}

#[test]
fn tables_with_brackets_for_tokens_are_left_to_tables() {
    for text in [
        "[CLS] 0.1 0.2\n[SEP] 0.3 0.4\n",
        "( 0.1 0.2\nthe 0.3 0.4\n) 0.5 0.6\n",
        "the 0.1 0.2\n( 0.3 0.4\n",
        "[PAD]\t0\t0\n[UNK]\t1\t1\n",
        "token,embedding\nthe,\"[0.1, 0.2]\"\ncat,\"[0.3, 0.4]\"\n",
        "token,embedding\nthe,[0.1 0.2]\ncat,[0.3 0.4]\n",
        "     [,1] [,2]\n[1,]    1    2\n[2,]    3    4\n",
    ] {
        if let Ok(reading) = reading(text) {
            assert_eq!(reading.arrays[0].shape[1], 2, "{text}");
            assert_ne!(reading.form, Form::PYTHON, "{text}");
            assert_ne!(reading.form, Form::NUMPY, "{text}");
        }
    }
}

#[test]
fn signs_by_the_ten_thousand_cost_neither_stack_nor_time() {
    let n = 20_000;
    let texts = [
        "[".repeat(n),
        "(".repeat(n),
        "{".repeat(n),
        "]".repeat(n),
        "[(".repeat(n),
        "[]".repeat(n),
        "[1]".repeat(n),
        "[a]".repeat(n),
        "[1],".repeat(n),
        "f(".repeat(n),
        "{\"a\":".repeat(n),
        "\"".repeat(n),
        "'".repeat(n),
        " '\\".repeat(n),
        "(* ".repeat(n),
        "/* ".repeat(n),
        "[1;".repeat(n),
        "a=[1]\n".repeat(n),
        "1:".repeat(n) + "[1]",
        format!("[{}]", "1 + ".repeat(n)),
        format!("[{};1]", "(".repeat(n)),
        format!("[{};1]", "-".repeat(n)),
        format!("[[{}]]", "[1],[1,2],".repeat(n)),
        "```\n".repeat(n) + "[1]",
        format!("[{}]", "\"a\",1,".repeat(n)),
    ];
    for text in texts {
        let start = Instant::now();
        drop(matrix(&text));
        let shown: String = text.chars().take(16).collect();
        assert!(start.elapsed().as_secs() < 60, "{shown}: {:?}", start.elapsed());
    }
}

/// Pieces of every syntax in any order: never a panic.
#[test]
fn no_mixture_of_signs_panics() {
    const PIECES: [&str; 62] = [
        "[",
        "]",
        "(",
        ")",
        "{",
        "}",
        "[[",
        "]]",
        ",",
        ", ",
        ";",
        ":",
        "=",
        " ",
        "\n",
        "\t",
        "'",
        "\"",
        "\\",
        "#",
        "%",
        "//",
        "/*",
        "*/",
        "(* ",
        "*)",
        "...",
        "…",
        "--",
        "-",
        "+",
        "*",
        "1",
        "2.5",
        "-3e5",
        "nan",
        "inf",
        "1+2j",
        "None",
        "null",
        "True",
        "array(",
        "tensor(",
        "c(",
        "matrix(",
        "nrow=2",
        "dim=c(2,2)",
        "size=(2, 2)",
        "dtype=[('x', '<f4')]",
        "\"index\": 1",
        "\"embedding\": [1]",
        "{\"a\": ",
        ".T",
        ".reshape(2, 2)",
        "1:3",
        "' ",
        "x = ",
        "<-",
        "```\n",
        ">>> ",
        "−１",
        "［",
    ];
    let mut draws = Draws(20_261_129);
    for _ in 0..5_000 {
        let n = 1 + draws.below(24);
        let text: String = (0..n).map(|_| PIECES[draws.below(PIECES.len())]).collect();
        drop(matrix(&text));
    }
}

#[test]
fn a_name_that_stands_for_two_things_is_refused_at_the_second() {
    check(r#"{"x": [[1, 2]], "x": [[3, 4]]}"#, &["`x` is given twice", "line 1, character 22"]);
    check("{'x': [[1, 2]], 'x': [[3, 4]]}", &["`x` is given twice"]);
    check("dict(x=[[1, 2]], x=[[3, 4]])", &["`x` is given twice"]);
    check("x = [[1, 2]]\nx = [[3, 4]]", &["`x` is given twice", "line 2"]);
    check("x = [[1, 2]]\nheads = 2\nheads = 3", &["`heads` is given twice", "line 3"]);
    check(r#"{"x": [[1, 2]], "heads": 1, "heads": 2}"#, &["`heads` is given twice"]);
    check(r#"{"a": {"x": [[1, 2]], "x": [[1, 2]]}}"#, &["`x` is given twice"]);
    check(r#"{"d0": {"the": 1, "the": 2}, "d1": {"the": 3, "the": 4}}"#, &["`the` is given twice"]);
    check(r#"[{"token": "a", "token": "b", "embedding": [1, 2]}]"#, &["`token` is given twice"]);
}

#[test]
fn a_token_may_have_two_vectors() {
    let view = matrix(r#"{"the": [1, 2], "cat": [3, 4], "the": [5, 6]}"#).unwrap();
    let labels = view.table.labels.unwrap_or_default();
    assert_eq!(labels, ["the", "cat", "the"]);
    assert_eq!(view.table.values, [1.0, 2.0, 3.0, 4.0, 5.0, 6.0]);
}
