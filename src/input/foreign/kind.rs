//! The forms that are known and not read, and the way out of each.

/// A form of another program.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[expect(missing_docs, reason = "the names say it, and `name` says it in full")]
pub enum Foreign {
    PyTorch,
    TorchScript,
    Pickle,
    Matlab,
    Hdf5,
    KerasWeights,
    Keras,
    Gguf,
    Parquet,
    Feather,
    ArrowStream,
    Onnx,
    TfLite,
    TensorFlow,
    Flax,
    FastText,
    RData,
    Excel,
    OldOffice,
    OpenDocument,
    AppleNumbers,
    Word,
    Sqlite,
    Pdf,
    Png,
    Jpeg,
    Gif,
    WebP,
    Tiff,
    Bmp,
    Gzip,
    Zstandard,
    Xz,
    Bzip2,
    SevenZip,
    Rar,
    Tar,
    Zip,
}

/// How to get the numbers out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Way {
    /// By a line of Python.
    Python(&'static str),
    /// By a line of MATLAB or Octave.
    Matlab(&'static str),
    /// By a line of R.
    R(&'static str),
    /// By the clipboard, or as CSV.
    Cells,
    /// By the clipboard alone.
    Copied,
    /// By typing them: a picture has none.
    Typed,
    /// By unpacking.
    Unpacked,
}

// Lines that save the numbers.
const PYTORCH: &str =
    "safetensors.torch.save_file(torch.load('a.pt', weights_only=True), 'a.safetensors')";
const TORCHSCRIPT: &str =
    "safetensors.torch.save_file(torch.jit.load('a.pt').state_dict(), 'a.safetensors')";
const PICKLE: &str = "np.save('a.npy', np.asarray(np.load('a.pkl', allow_pickle=True), float))";
const KERAS: &str = "np.savez('a.npz', **{w.path: w.numpy() for w in model.weights})";
const GGUF: &str = "t = gguf.GGUFReader('a.gguf').tensors[0]; np.save('a.npy', \
     gguf.quants.dequantize(t.data, t.tensor_type))";
const ARROW: &str = "pa.ipc.open_stream('a.arrow').read_pandas().to_csv('a.csv')";
const ONNX: &str = "np.savez('a.npz', **{t.name: onnx.numpy_helper.to_array(t) for t in \
     onnx.load('a.onnx').graph.initializer})";
const TFLITE: &str = "i = tf.lite.Interpreter('a.tflite'); i.allocate_tensors(); np.save('a.npy', \
     i.get_tensor(0))";
const TENSORFLOW: &str = "np.savez('a.npz', **{n: tf.train.load_variable('a.ckpt', n) for n, _ in \
     tf.train.list_variables('a.ckpt')})";
const FLAX: &str = "np.savez('a.npz', \
     **flax.traverse_util.flatten_dict(flax.serialization.msgpack_restore(open('a.msgpack', \
     'rb').read()), sep='.'))";
const FASTTEXT: &str = "m = fasttext.load_model('a.bin'); np.savez('a.npz', tokens=m.words, embeddings=[m[w] for \
     w in m.words])";

impl Foreign {
    /// Its name, with the usual ending of its files; the same in every language.
    pub fn name(self) -> &'static str {
        match self {
            Self::PyTorch => "PyTorch (.pt, .pth, .bin)",
            Self::TorchScript => "TorchScript (.pt)",
            Self::Pickle => "Python pickle (.pkl)",
            Self::Matlab => "MATLAB (.mat)",
            Self::Hdf5 => "HDF5 (.h5)",
            Self::KerasWeights => "Keras HDF5 (.weights.h5)",
            Self::Keras => "Keras (.keras)",
            Self::Gguf => "GGUF (.gguf)",
            Self::Parquet => "Parquet (.parquet)",
            Self::Feather => "Arrow/Feather (.feather)",
            Self::ArrowStream => "Arrow (.arrow)",
            Self::Onnx => "ONNX (.onnx)",
            Self::TfLite => "TensorFlow Lite (.tflite)",
            Self::TensorFlow => "TensorFlow (.ckpt, .pb)",
            Self::Flax => "Flax (.msgpack)",
            Self::FastText => "fastText (.bin)",
            Self::RData => "R (.rds, .RData)",
            Self::Excel => "Excel (.xlsx)",
            Self::OldOffice => "Excel or Office 97 (.xls)",
            Self::OpenDocument => "OpenDocument (.ods)",
            Self::AppleNumbers => "Numbers (.numbers)",
            Self::Word => "Word or PowerPoint (.docx, .pptx)",
            Self::Sqlite => "SQLite (.db)",
            Self::Pdf => "PDF",
            Self::Png => "PNG",
            Self::Jpeg => "JPEG",
            Self::Gif => "GIF",
            Self::WebP => "WebP",
            Self::Tiff => "TIFF",
            Self::Bmp => "BMP",
            Self::Gzip => "gzip (.gz)",
            Self::Zstandard => "Zstandard (.zst)",
            Self::Xz => "xz (.xz)",
            Self::Bzip2 => "bzip2 (.bz2)",
            Self::SevenZip => "7-Zip (.7z)",
            Self::Rar => "RAR (.rar)",
            Self::Tar => "tar (.tar)",
            Self::Zip => "zip (.zip)",
        }
    }

    /// The way to get the numbers out of it.
    pub fn way(self) -> Way {
        match self {
            Self::Matlab => Way::Matlab("writematrix(a, 'a.csv')"),
            Self::RData => Way::R("write.csv(readRDS('a.rds'), 'a.csv')"),
            Self::Excel
            | Self::OldOffice
            | Self::OpenDocument
            | Self::AppleNumbers
            | Self::Sqlite => Way::Cells,
            Self::Word | Self::Pdf => Way::Copied,
            Self::Png | Self::Jpeg | Self::Gif | Self::WebP | Self::Tiff | Self::Bmp => Way::Typed,
            Self::Gzip
            | Self::Zstandard
            | Self::Xz
            | Self::Bzip2
            | Self::SevenZip
            | Self::Rar
            | Self::Tar
            | Self::Zip => Way::Unpacked,
            Self::PyTorch => Way::Python(PYTORCH),
            Self::TorchScript => Way::Python(TORCHSCRIPT),
            Self::Pickle => Way::Python(PICKLE),
            Self::Hdf5 => Way::Python("np.save('a.npy', h5py.File('a.h5')['name'][()])"),
            Self::KerasWeights | Self::Keras => Way::Python(KERAS),
            Self::Gguf => Way::Python(GGUF),
            Self::Parquet => Way::Python("pd.read_parquet('a.parquet').to_csv('a.csv')"),
            Self::Feather => Way::Python("pd.read_feather('a.feather').to_csv('a.csv')"),
            Self::ArrowStream => Way::Python(ARROW),
            Self::Onnx => Way::Python(ONNX),
            Self::TfLite => Way::Python(TFLITE),
            Self::TensorFlow => Way::Python(TENSORFLOW),
            Self::Flax => Way::Python(FLAX),
            Self::FastText => Way::Python(FASTTEXT),
        }
    }

    /// The refusal, in English.
    pub(in crate::input) fn english(self) -> String {
        let name = self.name();
        match self.way() {
            Way::Python(line) => {
                format!(
                    "this is {name}, which is not opened here; save its numbers in Python: {line}"
                )
            }
            Way::Matlab(line) => {
                format!("this is {name}, which is not opened here; save a matrix there: {line}")
            }
            Way::R(line) => {
                format!("this is {name}, which is not opened here; save a table in R: {line}")
            }
            Way::Cells => format!(
                "this is {name}, which is not opened here; copy the cells and paste them, or save \
                 the table as CSV"
            ),
            Way::Copied => {
                format!("this is {name}, which is not opened here; copy the numbers and paste them")
            }
            Way::Typed => format!(
                "this is a picture ({name}), which holds no numbers; paste the numbers themselves"
            ),
            Way::Unpacked => format!(
                "this is packed ({name}) and not opened here; unpack it and choose the file inside"
            ),
        }
    }
}
