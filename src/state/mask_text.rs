//! A mask as a short text, for storage and for links: `causal`, `window:3:causal`, `padding:5`,
//! `painted:2x2:b`. Tokens count from 1 as on the page. What these texts mean never changes.

use ndarray::{Array2, Array3};

use super::{decimal, decimal::decimal_text};
use crate::math::{Corner, Mask, MaskPlan, MaskRule};

/// Dimensions beyond this are not read: none of the page's arrays is as long.
const LONGEST: usize = 1 << 24;

/// Writes a mask.
pub fn mask_text(plan: &MaskPlan) -> String {
    let (rule, causal) = match plan {
        MaskPlan::Rule { rule, causal } => (rule, *causal),
        MaskPlan::Cells(mask) => return cells_text(mask),
    };
    let causal = causal.map(|corner| match corner {
        Corner::UpperLeft => "causal",
        Corner::LowerRight => "causal-end",
    });
    let rule = match rule {
        MaskRule::All => return causal.unwrap_or("none").to_owned(),
        MaskRule::Padding { from } => format!("padding:{}", from + 1),
        MaskRule::Window { width } => format!("window:{width}"),
        MaskRule::Prefix { length } => format!("prefix:{length}"),
        MaskRule::Blocks { starts } => {
            let starts = starts.iter().map(|start| (start + 1).to_string());
            format!("blocks:{}", starts.collect::<Vec<_>>().join(","))
        }
    };
    causal.map_or_else(|| rule.clone(), |causal| format!("{rule}:{causal}"))
}

fn cells_text(mask: &Mask) -> String {
    let dimensions =
        |shape: &[usize]| shape.iter().map(ToString::to_string).collect::<Vec<_>>().join("x");
    match mask {
        Mask::None => "none".to_owned(),
        Mask::Causal => "causal".to_owned(),
        Mask::Allow(allow) => format!("painted:{}:{}", dimensions(allow.shape()), hex(allow)),
        Mask::AllowPerHead(allow) => {
            format!("painted:{}:{}", dimensions(allow.shape()), hex(allow))
        }
        Mask::Add(add) => format!("add:{}:{}", dimensions(add.shape()), numbers(add)),
        Mask::AddPerHead(add) => format!("add:{}:{}", dimensions(add.shape()), numbers(add)),
    }
}

/// Four cells a digit, row by row, the first being the highest bit; 1 is seen.
fn hex<'a>(cells: impl IntoIterator<Item = &'a bool>) -> String {
    let cells: Vec<bool> = cells.into_iter().copied().collect();
    let digit = |four: &[bool]| {
        let bits = (0..4).map(|at| u32::from(four.get(at) == Some(&true)));
        char::from_digit(bits.fold(0, |digit, bit| 2 * digit + bit), 16).unwrap_or('0')
    };
    cells.chunks(4).map(digit).collect()
}

fn numbers<'a>(terms: impl IntoIterator<Item = &'a f64>) -> String {
    terms.into_iter().map(|term| decimal_text(*term)).collect::<Vec<_>>().join(",")
}

/// Reads a mask; `None` for what is none.
pub fn mask_of_text(text: &str) -> Option<MaskPlan> {
    let mut parts = text.split(':');
    let (kind, value, last) = (parts.next()?, parts.next(), parts.next());
    if parts.next().is_some() {
        return None;
    }
    let rule = |rule| rule_plan(rule, last);
    match (kind, value) {
        (_, None) => rule_plan(MaskRule::All, Some(kind).filter(|kind| *kind != "none")),
        ("padding", Some(from)) => rule(MaskRule::Padding { from: token(from)? }),
        ("window", Some(width)) => rule(MaskRule::Window { width: count(width)? }),
        ("prefix", Some(length)) => rule(MaskRule::Prefix { length: count(length)? }),
        ("blocks", Some(starts)) => {
            let starts = starts.split(',').map(token).collect::<Option<Vec<_>>>()?;
            starts.is_sorted_by(|a, b| a < b).then_some(())?;
            rule(MaskRule::Blocks { starts })
        }
        ("painted", Some(dimensions)) => painted(&sizes(dimensions)?, last?),
        ("add", Some(dimensions)) => added(&sizes(dimensions)?, last?),
        _ => None,
    }
}

fn rule_plan(rule: MaskRule, causal: Option<&str>) -> Option<MaskPlan> {
    let causal = match causal {
        None => None,
        Some("causal") => Some(Corner::UpperLeft),
        Some("causal-end") => Some(Corner::LowerRight),
        Some(_) => return None,
    };
    Some(MaskPlan::Rule { rule, causal })
}

fn painted(sizes: &[usize], hex: &str) -> Option<MaskPlan> {
    let n = cells_of(sizes)?;
    let digits = hex.chars().map(|digit| digit.to_digit(16)).collect::<Option<Vec<_>>>()?;
    (digits.len() == n.div_ceil(4)).then_some(())?;
    let bits = digits.iter().flat_map(|digit| (0..4).rev().map(move |at| digit >> at & 1 == 1));
    let cells: Vec<bool> = bits.take(n).collect();
    let mask = match *sizes {
        [n, m] => Mask::Allow(Array2::from_shape_vec((n, m), cells).ok()?),
        [h, n, m] => Mask::AllowPerHead(Array3::from_shape_vec((h, n, m), cells).ok()?),
        _ => return None,
    };
    Some(MaskPlan::Cells(mask.into()))
}

fn added(sizes: &[usize], numbers: &str) -> Option<MaskPlan> {
    let term = |text| match text {
        "-inf" => Some(f64::NEG_INFINITY),
        "inf" => Some(f64::INFINITY),
        "NaN" => Some(f64::NAN),
        text => decimal(text),
    };
    let terms = numbers.split(',').map(term).collect::<Option<Vec<_>>>()?;
    let mask = match *sizes {
        [n, m] => Mask::Add(Array2::from_shape_vec((n, m), terms).ok()?),
        [h, n, m] => Mask::AddPerHead(Array3::from_shape_vec((h, n, m), terms).ok()?),
        _ => return None,
    };
    Some(MaskPlan::Cells(mask.into()))
}

fn sizes(text: &str) -> Option<Vec<usize>> {
    text.split('x').map(count).collect()
}

fn cells_of(sizes: &[usize]) -> Option<usize> {
    sizes.iter().try_fold(1_usize, |product, size| product.checked_mul(*size))
}

/// A token's number, which counts from 1.
fn token(text: &str) -> Option<usize> {
    count(text)?.checked_sub(1)
}

fn count(text: &str) -> Option<usize> {
    let is_count = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    text.parse().ok().filter(|count| is_count && *count <= LONGEST)
}
