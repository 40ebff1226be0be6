//! Forms beside those of the cases: each text with the array that it is.

use attnscope::input::Form;

use super::{array, matrix, numbers, reading, same};

#[track_caller]
fn check(text: &str, form: Form, shape: &[usize], values: &[f64]) {
    let array = array(text);
    assert_eq!(array.shape, shape, "{text}");
    assert!(same(&numbers(&array), values), "{text}\n{:?}", array.values);
    assert_eq!(reading(text).unwrap().form, form, "{text}");
}

const FOUR: [f64; 4] = [1.0, 2.0, 3.0, 4.0];
const SIX: [f64; 6] = [1.0, 2.0, 3.0, 4.0, 5.0, 6.0];

#[test]
fn frameworks() {
    let square = |text: &str, form| check(text, form, &[2, 2], &FOUR);
    square(
        "<tf.Tensor: shape=(2, 2), dtype=float32, numpy=\narray([[1., 2.],\n       [3., 4.]], dtype=float32)>",
        Form::TENSORFLOW,
    );
    square(
        "<tf.Variable 'Variable:0' shape=(2, 2) dtype=float32, numpy=\narray([[1., 2.],\n       [3., 4.]], dtype=float32)>",
        Form::TENSORFLOW,
    );
    square("tf.constant([1, 2, 3, 4], shape=(2, 2))", Form::TENSORFLOW);
    square("Array([[1., 2.],\n       [3., 4.]], dtype=float32, weak_type=True)", Form::JAX);
    square("torch.tensor([[1, 2], [3, 4]], dtype=torch.float64, device='cuda:0')", Form::PYTORCH);
    square("nn.Parameter(torch.tensor([[1., 2.], [3., 4.]]))", Form::PYTORCH);
    square("np.array([[1, 2],\n          [3, 4]]).astype(np.float32)", Form::NUMPY);
    square("np.matrix('1 2; 3 4')", Form::NUMPY);
    square("np.array([1, 2, 3, 4]).reshape(2, -1)", Form::NUMPY);
    square("np.array([[1, 3], [2, 4]]).T", Form::NUMPY);
    square(">>> np.array([[1, 2],\n...           [3, 4]])", Form::NUMPY);
    square("In [1]: a = np.array([[1, 2],\n   ...:               [3, 4]])", Form::NUMPY);
    square("print([[1, 2], [3, 4]])", Form::PYTHON);
    check("tensor(0.5)", Form::PYTORCH, &[], &[0.5]);
}

#[test]
fn old_prints_of_torch() {
    let footer = |rows: &str, size: &str| {
        format!("\n{rows}\n[torch.cuda.FloatTensor of size {size} (GPU 0)]\n")
    };
    check(&footer(" 1 2\n 3 4", "2x2"), Form::PYTORCH, &[2, 2], &FOUR);
    check(&footer(" 1\n 2\n 3\n 4", "4"), Form::PYTORCH, &[4], &FOUR);
    check(
        &footer("(1,.,.) =\n 1 2\n\n(2,.,.) =\n 3 4\n", "2x1x2"),
        Form::PYTORCH,
        &[2, 1, 2],
        &FOUR,
    );
    check(
        &footer("Columns 1 to 2\n 1 2\n 4 5\n\nColumns 3 to 3\n 3\n 6\n", "2x3"),
        Form::PYTORCH,
        &[2, 3],
        &SIX,
    );
    check(
        &footer("Variable containing:\n1.0e-01 *\n 10 20\n 30 40", "2x2"),
        Form::PYTORCH,
        &[2, 2],
        &FOUR,
    );
}

#[test]
fn languages() {
    check("A = [1, 2; 3, 4];", Form::MATLAB, &[2, 2], &FOUR);
    check("A = [1, 3; 2, 4]';", Form::MATLAB, &[2, 2], &FOUR);
    check("x = [1; 2; 3; 4] % a column", Form::MATLAB, &[4, 1], &FOUR);
    check("A = [1 2 % first\n 3 4];", Form::NUMPY, &[2, 2], &FOUR);
    check("reshape([1 3 2 4], 2, 2)", Form::MATLAB, &[2, 2], &FOUR);
    check("Float32[1 2; 3 4]", Form::JULIA, &[2, 2], &FOUR);
    check("julia> W = Float64[1.0 2.0\n            3.0 4.0]", Form::JULIA, &[2, 2], &FOUR);
    check("Out[1]= {{1., 2}, {3, 4*^0}}", Form::MATHEMATICA, &[2, 2], &FOUR);
    check("MatrixForm[{{1, 2}, {3, 4}}]", Form::MATHEMATICA, &[2, 2], &FOUR);
    check("(* weights *) {{1, 2}, {3, 4}}", Form::MATHEMATICA, &[2, 2], &FOUR);
    check("double[][] m = new double[][] {{1.0, 2.0}, {3.0, 4.0}};", Form::CODE, &[2, 2], &FOUR);
    check("float[,] m = new float[,] { { 1f, 2f }, { 3f, 4f } };", Form::CODE, &[2, 2], &FOUR);
    check("var W = [][]float64{{1, 2}, {3, 4}}", Form::CODE, &[2, 2], &FOUR);
    check("let w = vec![vec![1.0, 2.0], vec![3.0, 4.0]];", Form::CODE, &[2, 2], &FOUR);
    check("let w = array![[1.0, 2.0], [3.0, 4.0]];", Form::CODE, &[2, 2], &FOUR);
    check(
        "const W = [\n  [1, 2], // first\n  [3, 4], /* [5, 6] */\n];",
        Form::CODE,
        &[2, 2],
        &FOUR,
    );
    check("val m = Array(Array(1.0, 2.0), Array(3.0, 4.0))", Form::CODE, &[2, 2], &FOUR);
    check("arrayOf(floatArrayOf(1f, 2f), floatArrayOf(3f, 4f))", Form::CODE, &[2, 2], &FOUR);
    check("List.of(List.of(1, 2), List.of(3, 4))", Form::CODE, &[2, 2], &FOUR);
}

#[test]
fn r_fills_columns_first() {
    let check = |text: &str, shape: &[usize], values: &[f64]| check(text, Form::R, shape, values);
    check("matrix(1:6, nrow = 2, byrow = TRUE)", &[2, 3], &SIX);
    check("matrix(c(1, 4, 2, 5, 3, 6), 2)", &[2, 3], &SIX);
    check("W <- matrix(c(1, 3, 2, 4), ncol = 2L)", &[2, 2], &FOUR);
    check("array(c(1, 3, 2, 4), dim = c(2, 2))", &[2, 2], &FOUR);
    check("array(1:8, dim = c(2, 2, 2))", &[2, 2, 2], &[1.0, 5.0, 3.0, 7.0, 2.0, 6.0, 4.0, 8.0]);
    check("structure(c(1, 3, 2, 4), dim = c(2L, 2L))", &[2, 2], &FOUR);
    check("rbind(c(1, 2), c(3, 4))", &[2, 2], &FOUR);
    check("cbind(c(1, 3), c(2, 4))", &[2, 2], &FOUR);
    check("t(matrix(c(1, 2, 3, 4), 2))", &[2, 2], &FOUR);
    check("matrix(0, 2, 2)", &[2, 2], &[0.0; 4]);
    check("c(3:1, -1.5)", &[4], &[3.0, 2.0, 1.0, -1.5]);
    check(
        "structure(list(x = c(1, 3), y = c(2, 4)), class = \"data.frame\", row.names = c(NA, -2L))",
        &[2, 2],
        &FOUR,
    );
    let named =
        array("matrix(1:4, 2, byrow=T, dimnames=list(c(\"the\", \"cat\"), c(\"x\", \"y\")))");
    assert_eq!(named.row_labels.unwrap(), ["the", "cat"]);
    assert_eq!(named.col_labels.unwrap(), ["x", "y"]);
    let frame = array("data.frame(token = c('the', 'cat'), x = c(1, 3), y = c(2, 4))");
    assert_eq!(
        (frame.row_labels.unwrap(), frame.shape),
        (vec!["the".into(), "cat".into()], vec![2, 2])
    );
}

#[test]
fn texts_beside_numbers_are_labels() {
    #[track_caller]
    fn check(text: &str) {
        let array = array(text);
        assert_eq!(
            array.row_labels.as_deref(),
            Some(&["the".to_owned(), "cat".to_owned()][..]),
            "{text}"
        );
        assert_eq!(
            (array.shape.as_slice(), numbers(&array).as_slice()),
            (&[2, 2][..], &FOUR[..]),
            "{text}"
        );
    }
    check("[['the' 1.0 2.0]\n ['cat' 3.0 4.0]]");
    check("[[\"token\", \"x\", \"y\"], [\"the\", 1, 2], [\"cat\", 3, 4]]");
    check("[[\"the\", \"1\", \"2\"], [\"cat\", \"3\", \"4\"]]");
    check("the [1, 2]\ncat [3, 4]");
    check("the: [1. 2.]\ncat: [3. 4.]");
    check("{the=[1.0, 2.0], cat=[3.0, 4.0]}");
    check("{\"the\" -> {1, 2}, \"cat\" -> {3, 4}}");
    check(
        "{'cat': [3, 4], 'the': [1, 2]}"
            .replace("'cat': [3, 4], 'the': [1, 2]", "'the': [1, 2], 'cat': [3, 4]")
            .as_str(),
    );
    check("[{\"x\": 1, \"y\": 2, \"token\": \"the\"}, {\"x\": 3, \"y\": 4, \"token\": \"cat\"}]");
    check("{\"token\": \"the\", \"vector\": [1, 2]}\n{\"token\": \"cat\", \"vector\": [3, 4]}");
    check(
        "{\"schema\": {\"fields\": [{\"name\": \"index\"}]}, \"data\": [{\"index\": \"the\", \"x\": 1, \"y\": 2}, {\"index\": \"cat\", \"x\": 3, \"y\": 4}]}",
    );
    check("pd.DataFrame({'x': [1, 3], 'y': [2, 4]}, index=['the', 'cat'])");
    check("pd.DataFrame([[1, 2], [3, 4]], index=['the', 'cat'], columns=['x', 'y'])");
}

#[test]
fn answers_of_embedding_services() {
    #[track_caller]
    fn check(text: &str) {
        let table = matrix(text).unwrap().table;
        assert_eq!((table.rows, table.cols, table.values.as_slice()), (2, 2, &FOUR[..]), "{text}");
    }
    check(
        r#"{"data": [{"embedding": "AACAPwAAAEA=", "index": 0}, {"embedding": "AABAQAAAgEA=", "index": 1}], "usage": {"prompt_tokens": 8}}"#,
    );
    check(
        r#"{"data": [{"embedding": "AABAQAAAgEA=", "index": 1}, {"embedding": "AACAPwAAAEA=", "index": 0}]}"#,
    );
    check(
        r#"{"id": "x", "embeddings": {"float": [[1, 2], [3, 4]]}, "texts": ["a", "b"], "meta": {"billed_units": {"input_tokens": 2}}}"#,
    );
    check(
        r#"{"predictions": [{"embeddings": {"values": [1, 2], "statistics": {"token_count": 3, "truncated": false}}}, {"embeddings": {"values": [3, 4], "statistics": {"token_count": 3, "truncated": false}}}]}"#,
    );
    check(r#"{"embeddings": [{"values": [1, 2]}, {"values": [3, 4]}]}"#);
}
