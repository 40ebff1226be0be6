//! Names that stand before a bracket, and what they make of it.

use crate::input::Form;

/// What a call does to what it is given.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Callee {
    /// Its first argument is the array.
    Array(Form),
    /// Its arguments are the items of a list.
    Items(Form),
    /// It shows or passes on what it is given.
    Show,
    /// Names with values.
    Mapping,
    /// A table of columns.
    Frame,
    /// A function of R that makes a vector or a matrix.
    R,
    /// Other dimensions, filled by column.
    Reshape,
    /// A module, a type, a shape: described, not printed.
    Described,
    /// Whatever else is called.
    Unknown,
}

/// The name at the end of an atom that stands right before a bracket; empty where it ends in
/// another sign.
pub fn name_at_end(atom: &str) -> &str {
    let is_of_name = |c: char| c.is_alphanumeric() || matches!(c, '_' | '.' | '!' | ':' | '$');
    let start = atom.char_indices().rev().take_while(|(_, c)| is_of_name(*c)).last();
    let name = start.map_or("", |(at, _)| &atom[at..]);
    name.trim_start_matches(|c: char| c.is_numeric() || c == ':')
}

/// The last part of a dotted name.
fn last_part(name: &str) -> &str {
    name.rsplit(['.', ':', '$']).next().unwrap_or(name)
}

/// Whether the arguments of a call are a list of items, so that their commas need not be kept.
pub fn is_list(name: &str) -> bool {
    name == "c" || matches!(of(name), Callee::Items(_))
}

/// Whether a call with one argument is that argument.
pub fn changes_nothing(name: &str) -> bool {
    matches!(of(name), Callee::Array(_)) && !name.starts_with('.')
}

/// What a call does.
pub fn of(name: &str) -> Callee {
    let library = name.split(['.', ':']).next().unwrap_or(name);
    let is_method = name.starts_with('.');
    match last_part(name) {
        _ if is_method => Callee::Unknown,
        "array" | "asarray" | "ndarray" | "matrix" | "mat" | "masked_array" | "asmatrix" => {
            Callee::Array(if library == "jnp" { Form::JAX } else { Form::NUMPY })
        }
        "float16" | "float32" | "float64" | "float128" | "longdouble" | "int8" | "int16"
        | "int32" | "int64" | "uint8" | "bool_" | "str_" | "float" | "int" | "bool"
            if library != "R" =>
        {
            Callee::Array(Form::NUMPY)
        }
        "stack" | "vstack" | "row_stack" => Callee::Array(Form::NUMPY),
        "tensor" | "Tensor" | "as_tensor" | "from_numpy" | "FloatTensor" | "DoubleTensor"
        | "HalfTensor" | "BFloat16Tensor" | "LongTensor" | "IntTensor" | "BoolTensor"
        | "Parameter" | "Buffer"
            if library != "tf" =>
        {
            Callee::Array(Form::PYTORCH)
        }
        "Tensor" | "constant" | "convert_to_tensor" | "EagerTensor" | "Variable"
        | "RaggedTensor" | "KerasVariable" => Callee::Array(Form::TENSORFLOW),
        "Array" | "DeviceArray" | "ArrayImpl" => Callee::Array(Form::JAX),
        "Matrix"
        | "MutableDenseMatrix"
        | "ImmutableDenseMatrix"
        | "list"
        | "tuple"
        | "Series"
        | "deque" => Callee::Array(Form::PYTHON),
        "Float32Array" | "Float64Array" | "Int32Array" | "Float16Array" | "from" | "arr1"
        | "arr2" | "arr3" => Callee::Array(Form::CODE),
        "MatrixForm" | "N" | "NumericArray" => Callee::Array(Form::MATHEMATICA),
        "List" | "of" | "asList" | "arrayOf" | "floatArrayOf" | "doubleArrayOf" | "intArrayOf"
        | "listOf" | "mutableListOf" | "Seq" | "Vector" | "vec!" | "array!" => {
            Callee::Items(Form::CODE)
        }
        "print" | "println" | "pprint" | "display" | "disp" | "show" | "log" | "repr" | "str"
        | "return" | "println!" => Callee::Show,
        "OrderedDict" | "dict" | "BatchEncoding" | "Map" | "defaultdict" => Callee::Mapping,
        "DataFrame" => Callee::Frame,
        "c" | "rbind" | "cbind" | "structure" | "t" | "data.frame" | "as.matrix" | "frame" => {
            Callee::R
        }
        "reshape" if library == "reshape" => Callee::Reshape,
        "Size" | "TensorShape" | "dtype" | "device" | "shape" => Callee::Described,
        _ => Callee::Unknown,
    }
}

/// Whether the square brackets behind a name hold values and are no index.
pub fn takes_square(name: &str) -> bool {
    is_of_literal(name) || matches!(name, "MatrixForm" | "N" | "NumericArray")
}

/// Whether a name only says of which type a literal behind it is: the element types of Julia, macros
/// of Rust.
pub fn is_of_literal(name: &str) -> bool {
    let is_julia = ["Float16", "Float32", "Float64", "Int", "Int32", "Int64", "Bool", "BigFloat"]
        .contains(&name);
    let is_macro = matches!(name, "vec!" | "array!" | "matrix!" | "dmatrix!");
    is_julia || is_macro || name == "List"
}
