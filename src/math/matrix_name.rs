//! The closed list of matrices that a trace holds, and how to look one of them up.

use ndarray::{Array2, ArrayView2, Axis as Dimension, CowArray, Ix2};

use super::{Affine, Between, Cell, Cells, Heads, Matrix, OutputProjection, Trace};

/// A matrix that is looked at where it lies, or computed where it is not stored.
pub type CowMatrix<'a> = CowArray<'a, f64, Ix2>;

/// A matrix of the trace, named as in the field.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum MatrixName {
    /// Embeddings that ask.
    X,
    /// Embeddings that are asked, where they are not the same.
    XKeys,
    /// Embeddings that are mixed, where they are not those of the keys.
    XValues,
    /// A head's columns of the query projection.
    WQuery,
    /// A head's columns of the key projection.
    WKey,
    /// A head's columns of the value projection.
    WValue,
    /// Queries before rotary position.
    QueriesBeforeRotary,
    /// Keys before rotary position.
    KeysBeforeRotary,
    /// Queries of a head.
    Queries,
    /// Keys of a head.
    Keys,
    /// Values of a head.
    Values,
    /// Raw dot products of a head.
    Scores,
    /// Scores after scaling.
    Scaled,
    /// What the mask adds.
    MaskTerm,
    /// Scaled scores under the mask.
    Masked,
    /// Attention weights.
    Weights,
    /// Mixture of values of a head.
    Context,
    /// All heads side by side.
    Concat,
    /// The output projection.
    WOutput,
    /// concat · `w_o` + `b_o`.
    Output,
    /// Embeddings plus output.
    Residual,
    /// Layer norm of the residual.
    AddNorm,
}

/// What the rows or the columns of a matrix are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Axis {
    /// One for each query token.
    Query,
    /// One for each key token.
    Key,
    /// Features of a query or key in one head.
    HeadFeature,
    /// Features of a value in one head.
    ValueFeature,
    /// Features of the concatenated heads.
    ConcatFeature,
    /// Features of embeddings or output.
    ModelFeature,
}

impl MatrixName {
    /// Every matrix, in the order in which they are computed.
    pub const ALL: [Self; 22] = [
        Self::X,
        Self::XKeys,
        Self::XValues,
        Self::WQuery,
        Self::WKey,
        Self::WValue,
        Self::QueriesBeforeRotary,
        Self::KeysBeforeRotary,
        Self::Queries,
        Self::Keys,
        Self::Values,
        Self::Scores,
        Self::Scaled,
        Self::MaskTerm,
        Self::Masked,
        Self::Weights,
        Self::Context,
        Self::Concat,
        Self::WOutput,
        Self::Output,
        Self::Residual,
        Self::AddNorm,
    ];

    /// A short name that stays the same in every language: for links and tests.
    pub fn id(self) -> &'static str {
        match self {
            Self::X => "x",
            Self::XKeys => "x-keys",
            Self::XValues => "x-values",
            Self::WQuery => "w-q",
            Self::WKey => "w-k",
            Self::WValue => "w-v",
            Self::QueriesBeforeRotary => "queries-before-rotary",
            Self::KeysBeforeRotary => "keys-before-rotary",
            Self::Queries => "queries",
            Self::Keys => "keys",
            Self::Values => "values",
            Self::Scores => "scores",
            Self::Scaled => "scaled",
            Self::MaskTerm => "mask",
            Self::Masked => "masked",
            Self::Weights => "weights",
            Self::Context => "context",
            Self::Concat => "concat",
            Self::WOutput => "w-o",
            Self::Output => "output",
            Self::Residual => "residual",
            Self::AddNorm => "add-norm",
        }
    }

    /// The matrix with this [`MatrixName::id`].
    pub fn from_id(id: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|name| name.id() == id)
    }

    /// What rows and columns of this matrix are.
    pub fn axes(self) -> (Axis, Axis) {
        match self {
            Self::X | Self::Output | Self::Residual | Self::AddNorm => {
                (Axis::Query, Axis::ModelFeature)
            }
            Self::XKeys | Self::XValues => (Axis::Key, Axis::ModelFeature),
            Self::WQuery | Self::WKey => (Axis::ModelFeature, Axis::HeadFeature),
            Self::WValue => (Axis::ModelFeature, Axis::ValueFeature),
            Self::QueriesBeforeRotary | Self::Queries => (Axis::Query, Axis::HeadFeature),
            Self::KeysBeforeRotary | Self::Keys => (Axis::Key, Axis::HeadFeature),
            Self::Values => (Axis::Key, Axis::ValueFeature),
            Self::Scores | Self::Scaled | Self::MaskTerm | Self::Masked | Self::Weights => {
                (Axis::Query, Axis::Key)
            }
            Self::Context => (Axis::Query, Axis::ValueFeature),
            Self::Concat => (Axis::Query, Axis::ConcatFeature),
            Self::WOutput => (Axis::ConcatFeature, Axis::ModelFeature),
        }
    }

    /// Whether the matrix depends on neither the mask nor the scale.
    pub fn is_projected(self) -> bool {
        match self {
            Self::X
            | Self::XKeys
            | Self::XValues
            | Self::WQuery
            | Self::WKey
            | Self::WValue
            | Self::QueriesBeforeRotary
            | Self::KeysBeforeRotary
            | Self::Queries
            | Self::Keys
            | Self::Values
            | Self::Scores
            | Self::WOutput => true,
            Self::Scaled
            | Self::MaskTerm
            | Self::Masked
            | Self::Weights
            | Self::Context
            | Self::Concat
            | Self::Output
            | Self::Residual
            | Self::AddNorm => false,
        }
    }

    /// Whether each head has one of its own, and not all heads have it in common.
    pub fn is_of_head(self) -> bool {
        match self {
            Self::WQuery
            | Self::WKey
            | Self::WValue
            | Self::QueriesBeforeRotary
            | Self::KeysBeforeRotary
            | Self::Queries
            | Self::Keys
            | Self::Values
            | Self::Scores
            | Self::Scaled
            | Self::MaskTerm
            | Self::Masked
            | Self::Weights
            | Self::Context => true,
            Self::X
            | Self::XKeys
            | Self::XValues
            | Self::Concat
            | Self::WOutput
            | Self::Output
            | Self::Residual
            | Self::AddNorm => false,
        }
    }

    /// Whether the numbers are shares between 0 and 1 and not signed.
    pub fn is_share(self) -> bool {
        self == Self::Weights
    }
}

impl Trace {
    /// One matrix of one head, or the matrix itself where heads have it in common.
    /// `None` where the trace has no such matrix, or no such head or does not hold it.
    pub fn matrix(&self, name: MatrixName, head: usize) -> Option<CowMatrix<'_>> {
        if let Some(told) = self.told(name, head) {
            return Some(Cells::Told(told).to_matrix().into());
        }
        if name == MatrixName::MaskTerm {
            return self.size(name, head).map(|_| self.mask_terms(head).into());
        }
        self.view(name, head).map(CowMatrix::from)
    }

    /// One number of [`Trace::matrix`], without computing the others.
    pub fn number(&self, cell: Cell) -> Option<f64> {
        let Cell { matrix, head, row, column } = cell;
        if let Some(told) = self.told(matrix, head) {
            return Cells::Told(told).get((row, column));
        }
        if matrix != MatrixName::MaskTerm {
            return self.view(matrix, head)?.get((row, column)).copied();
        }
        let (rows, columns) = self.size(matrix, head)?;
        (row < rows && column < columns).then(|| self.mask.term(head, row, column))
    }

    /// Rows and columns of [`Trace::matrix`], without computing it. Where the trace is awaited, of what it will have.
    pub fn size(&self, name: MatrixName, head: usize) -> Option<(usize, usize)> {
        let p = &self.projected;
        if head >= p.n_heads() {
            return None;
        }
        if name == MatrixName::MaskTerm {
            return p.inputs.has_scores().then(|| (p.n_queries(), p.n_keys()));
        }
        if let Some(matrix) = self.view(name, head) {
            return Some(matrix.dim());
        }
        if matches!(self.between, Between::Stored) { None } else { p.inputs.size_of(name) }
    }

    /// As [`Trace::matrix`], without copying; `None` for [`MatrixName::MaskTerm`], which is not
    /// stored, and for what is told or awaited ([`Between`]).
    pub fn view(&self, name: MatrixName, head: usize) -> Option<ArrayView2<'_, f64>> {
        let p = &self.projected;
        if head >= p.n_heads() {
            return None;
        }
        let kv_head = p.kv_head(head);
        let (place, kv_place) = (p.place(head), p.kv_place(head));
        match name {
            MatrixName::X => p.embeddings().map(|e| e.x_q.view()),
            MatrixName::XKeys => p.embeddings().and_then(|e| e.x_k.as_ref()).map(|x| x.view()),
            MatrixName::XValues => p.embeddings().and_then(|e| e.x_v.as_ref()).map(|x| x.view()),
            MatrixName::WQuery => columns_of_head(&p.embeddings()?.query, head, p.n_heads()),
            MatrixName::WKey => columns_of_head(&p.embeddings()?.key, kv_head, self.n_kv_heads()),
            MatrixName::WValue => {
                columns_of_head(&p.embeddings()?.value, kv_head, self.n_kv_heads())
            }
            MatrixName::KeysBeforeRotary | MatrixName::Keys | MatrixName::Values => {
                of_head(self.stack(name), kv_place)
            }
            MatrixName::QueriesBeforeRotary
            | MatrixName::Queries
            | MatrixName::Scores
            | MatrixName::Scaled
            | MatrixName::Masked
            | MatrixName::Weights
            | MatrixName::Context => of_head(self.stack(name), place),
            MatrixName::MaskTerm => None,
            MatrixName::Concat => self.concat.as_ref().map(|x| x.view()),
            MatrixName::WOutput => match &p.inputs.output {
                OutputProjection::Given(affine) => affine.weight.as_ref().map(|x| x.view()),
                OutputProjection::Unknown => None,
            },
            MatrixName::Output => self.output.as_ref().map(|x| x.view()),
            MatrixName::Residual => self.residual.as_ref().map(|x| x.view()),
            MatrixName::AddNorm => self.add_norm.as_ref().map(|normed| normed.output.view()),
        }
    }

    /// A matrix of all heads that are held and have one of their own, `[held, rows, columns]`, of keys and values
    /// `[kv_held, rows, columns]`. `None` for what is given or common to the heads, and where the trace has no
    /// such matrix.
    pub fn stack(&self, name: MatrixName) -> Option<&Heads> {
        let p = &self.projected;
        match name {
            MatrixName::QueriesBeforeRotary => p.queries_before_rotary.as_ref(),
            MatrixName::KeysBeforeRotary => p.keys_before_rotary.as_ref(),
            MatrixName::Queries => p.queries.as_ref(),
            MatrixName::Keys => p.keys.as_ref(),
            MatrixName::Values => p.values.as_ref(),
            MatrixName::Scores => p.scores.as_ref(),
            MatrixName::Scaled => self.scaled.as_ref(),
            MatrixName::Masked => self.masked.as_ref(),
            MatrixName::Weights => matches!(self.between, Between::Stored).then(|| &*self.weights),
            MatrixName::Context => self.context.as_ref(),
            MatrixName::X
            | MatrixName::XKeys
            | MatrixName::XValues
            | MatrixName::WQuery
            | MatrixName::WKey
            | MatrixName::WValue
            | MatrixName::MaskTerm
            | MatrixName::Concat
            | MatrixName::WOutput
            | MatrixName::Output
            | MatrixName::Residual
            | MatrixName::AddNorm => None,
        }
    }

    fn n_kv_heads(&self) -> usize {
        self.projected.inputs.heads.keys_values
    }

    /// What the mask adds in one head, `[n_queries, n_keys]`.
    fn mask_terms(&self, head: usize) -> Matrix {
        let shape = (self.projected.n_queries(), self.projected.n_keys());
        Array2::from_shape_fn(shape, |(query, key)| self.mask.term(head, query, key))
    }
}

fn of_head(heads: Option<&Heads>, place: Option<usize>) -> Option<ArrayView2<'_, f64>> {
    Some(heads?.index_axis(Dimension(0), place?))
}

/// The columns of a projection that make one head, `[d_in, d]`; `None` for the identity.
fn columns_of_head(affine: &Affine, head: usize, n_heads: usize) -> Option<ArrayView2<'_, f64>> {
    let weight = affine.weight.as_ref()?;
    let d = weight.ncols() / n_heads;
    Some(weight.slice(ndarray::s![.., head * d..(head + 1) * d]))
}
