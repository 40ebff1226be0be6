//! Inputs that begin with embeddings: X, and what projects it.

use std::sync::Arc;

use ndarray::Axis;

use super::{
    Notice, Role, Why,
    begin::Begun,
    heads::{Known, Widths, choose},
    matrix::{embeddings, list},
    parameters::{Parameter, Ways, bias, choose_layout, fused_outputs, fused_widths, output_of},
    placing::Places,
    said::{Said, Unfit},
    settings::Settings,
};
use crate::math::{
    Affine, Embeddings, HeadCounts, Inputs, Matrix, OutputProjection, Overrides, Rotary, Start,
};

/// W, what it makes, its bias: of queries, keys and values.
const OF: [[Role; 3]; 3] = [
    [Role::WQuery, Role::Queries, Role::BQuery],
    [Role::WKey, Role::Keys, Role::BKey],
    [Role::WValue, Role::Values, Role::BValue],
];

/// Begins with embeddings.
pub(super) fn begin(
    places: &Places<'_>,
    settings: &Settings,
    said: &mut Said<'_>,
) -> Result<Begun, Unfit> {
    let mut read = |role: Role| places.get(role).map(|item| embeddings(item, said)).transpose();
    let (x_q, x_k, x_v) = (read(Role::X)?, read(Role::XKeys)?, read(Role::XValues)?);
    let Some((x_q, labels)) = x_q else { return Err(Why::Nothing.whole().into()) };
    let (x_k, key_labels) = x_k.map_or((None, None), |(x, labels)| (Some(x), labels));
    let x_v = x_v.map(|(x, _)| x);
    check_values(&x_q, x_k.as_ref(), x_v.as_ref(), places)?;
    let d_q = x_q.ncols();
    let d_k = x_k.as_ref().map_or(d_q, Matrix::ncols);
    let d_v = x_v.as_ref().map_or(d_k, Matrix::ncols);
    let parts = Parts::read(places, [d_q, d_k, d_v], settings, said)?;
    let Made { affines: [query, key, value], output, heads } =
        parts.make(places, settings, said)?;
    let [x_k, x_v] = [x_k, x_v].map(|x| x.map(Arc::new));
    let embeddings = Embeddings { x_q: Arc::new(x_q), x_k, x_v, query, key, value };
    let start = Start::Embeddings(Box::new(embeddings));
    let rotary = rotary(places, settings)?;
    let inputs =
        Inputs { start, heads, rotary, output, add_norm: None, overrides: Overrides::new() };
    Ok(Begun { inputs, labels: [labels, key_labels], rows_of: Role::X })
}

fn check_values(
    x_q: &Matrix,
    x_k: Option<&Matrix>,
    x_v: Option<&Matrix>,
    places: &Places<'_>,
) -> Result<(), Unfit> {
    let (Some(x_v), Some(item)) = (x_v, places.get(Role::XValues)) else { return Ok(()) };
    let (found, expected) = (x_v.nrows(), x_k.unwrap_or(x_q).nrows());
    if found == expected {
        return Ok(());
    }
    let (role, of) = (Role::XValues, Role::Keys);
    Err(Why::Rows { role, found, expected, of }.at(item.spot()).into())
}

/// Rotary position, where its base is told.
pub(super) fn rotary(places: &Places<'_>, settings: &Settings) -> Result<Option<Rotary>, Unfit> {
    let Some(theta) = settings.theta else { return Ok(None) };
    let positions = places.get(Role::Positions).map(|item| list(item, Role::Positions));
    Ok(Some(Rotary { theta, positions: positions.transpose()? }))
}

/// The projections that stand in the arrays.
struct Parts<'a> {
    apart: [Option<Parameter<'a>>; 3],
    fused: Option<Parameter<'a>>,
    /// Which projection stands in for a missing one: keys for queries, or the other way round.
    stand_in: Option<[usize; 2]>,
    widths: Widths,
}

/// What the projections amount to.
struct Made {
    affines: [Affine; 3],
    output: OutputProjection,
    heads: HeadCounts,
}

impl<'a> Parts<'a> {
    fn read(
        places: &Places<'a>,
        [d_q, d_k, d_v]: [usize; 3],
        settings: &Settings,
        said: &mut Said<'_>,
    ) -> Result<Self, Unfit> {
        let mut read = |role, width| Parameter::read(places, role, width, settings, said);
        let apart = [read(Role::WQuery, d_q)?, read(Role::WKey, d_k)?, read(Role::WValue, d_v)?];
        if let Some(fused) = read(Role::WFused, d_q)? {
            let (role, found) = (Role::WFused, fused.item().array.shape.clone());
            if apart.iter().any(Option::is_some) {
                return Err(Why::Twice { role }.at(fused.item().spot()).into());
            }
            if let Some(width) = [d_k, d_v].into_iter().find(|d| *d != d_q) {
                let why = Why::Weight { role, found, width, of: "tokens" };
                return Err(why.at(fused.item().spot()).into());
            }
            let width = fused.outputs();
            let Some(widths) = fused_widths(width, d_q, settings) else {
                let heads = settings.heads.unwrap_or(1);
                let kv_heads = settings.kv_heads.unwrap_or(heads);
                let why = Why::Fused { role, found, width, heads, kv_heads };
                return Err(why.at(fused.item().spot()).into());
            };
            return Ok(Self { apart, fused: Some(fused), stand_in: None, widths });
        }
        let outputs = |i: usize| apart[i].as_ref().map(Parameter::outputs);
        let stand_in = match (outputs(0), outputs(1)) {
            (Some(q), None) if q != d_k && d_q == d_k => Some([1, 0]),
            (None, Some(k)) if k != d_q && d_q == d_k => Some([0, 1]),
            _ => None,
        };
        let width = |i: usize, d: usize| match stand_in {
            Some([missing, by]) if missing == i => outputs(by).unwrap_or(d),
            _ => outputs(i).unwrap_or(d),
        };
        let widths = Widths { queries: width(0, d_q), keys: width(1, d_k), values: width(2, d_v) };
        Ok(Self { apart, fused: None, stand_in, widths })
    }

    fn make(
        self,
        places: &Places<'_>,
        settings: &Settings,
        said: &mut Said<'_>,
    ) -> Result<Made, Unfit> {
        self.tell_missing(places, said);
        let widths = self.widths;
        let heads = choose(widths, self.known(places), self.spot(places), settings, said)?;
        let concat = (widths.values / heads.keys_values).saturating_mul(heads.queries);
        let output = Parameter::read(places, Role::WOutput, concat, settings, said)?;
        let ways = {
            let all = self.apart.iter().chain([&self.fused, &output]).flatten();
            choose_layout(&all.collect::<Vec<_>>(), places, settings, said)
        };
        let output = output_of(output, concat, ways, places, said)?;
        let affines = self.affines(places, heads, ways, said)?;
        Ok(Made { affines, output, heads })
    }

    fn affines(
        self,
        places: &Places<'_>,
        heads: HeadCounts,
        ways: Ways,
        said: &mut Said<'_>,
    ) -> Result<[Affine; 3], Unfit> {
        let Self { apart, fused, stand_in, widths } = self;
        let Widths { queries: q, keys: k, values: v } = widths;
        let n_fused = q + k + v;
        let order = places.order(Role::WFused).or_else(|| places.order(Role::BFused));
        let is_fused = fused.is_some() || places.has(Role::BFused);
        let outputs = is_fused.then(|| fused_outputs(widths, heads, order, said));
        let outputs = outputs.unwrap_or_default();
        let mut weights = if let Some(fused) = fused {
            if q != k || k != v {
                said.note(Notice::Cut { outputs: n_fused, q, k, v });
            }
            let matrix = fused.oriented(ways, said);
            outputs.each_ref().map(|at| Some(Arc::new(matrix.select(Axis(1), at))))
        } else {
            apart.map(|weight| weight.map(|weight| Arc::new(weight.oriented(ways, said))))
        };
        if let Some([missing, by]) = stand_in {
            let by = weights[by].clone();
            weights[missing] = by;
        }
        let mut affines = [Affine::default(), Affine::default(), Affine::default()];
        for (i, (weight, n_outputs)) in weights.into_iter().zip([q, k, v]).enumerate() {
            let fused = Some((n_fused, outputs[i].as_slice()));
            affines[i] = Affine { weight, bias: bias(places, OF[i][2], n_outputs, fused)? };
        }
        Ok(affines)
    }

    /// Says what stands in for projections that are missing.
    fn tell_missing(&self, places: &Places<'_>, said: &mut Said<'_>) {
        let is_given = self.apart.each_ref().map(Option::is_some);
        if self.fused.is_some() || is_given == [true; 3] {
            return;
        }
        if is_given == [false; 3] {
            let is_apart = [Role::XKeys, Role::XValues].iter().any(|it| places.get(*it).is_some());
            let notice = if is_apart { Notice::NoProjectionsApart } else { Notice::NoProjections };
            return said.note(notice);
        }
        for (i, [missing, makes, _]) in OF.into_iter().enumerate().filter(|(i, _)| !is_given[*i]) {
            said.note(match self.stand_in {
                Some([at, by]) if at == i => Notice::StandsIn { missing, by: OF[by][0] },
                _ => Notice::Identity { missing, makes },
            });
        }
    }

    /// What is known of heads from matrices that are cut into them, and from their names.
    fn known(&self, places: &Places<'_>) -> Known {
        let query = self.apart[0].as_ref();
        let is_model = places.layout(Role::WQuery).or(places.layout(Role::WFused)).is_some();
        Known { heads: query.and_then(Parameter::heads), is_model }
    }

    /// Where the array stands that is cut into heads.
    fn spot(&self, places: &Places<'_>) -> Option<super::Spot> {
        let parameter = self.apart.iter().chain([&self.fused]).flatten().next();
        parameter.map(Parameter::item).or(places.get(Role::X)).map(|item| item.spot())
    }
}
