//! From the JSON of a mask to [`Mask`].

use ndarray::{Array2, ArrayD};

use super::{
    Axes, DocumentError, Reason,
    json::Node,
    read::{Parts, fit},
};
use crate::math::Mask;

/// The mask, and the name of its kind where that says more than its arrays. Arrays win over the
/// kind: libraries have many kinds, all of which come down to an array.
pub(super) fn mask(parts: &Parts<'_>) -> Result<(Mask, Option<String>), DocumentError> {
    let mask = parts.options.object("mask")?;
    let kind = mask.get("kind").map(|node| node.text().map(|kind| (node, kind))).transpose()?;
    let kind_name = kind.as_ref().map(|(_, kind)| kind.as_str());
    let is_causal = matches!(kind_name, Some("causal" | "use_causal_mask"));
    let mask = match (mask.get("allow"), mask.get("add")) {
        (Some(node), None) => of_allow(&node, parts.array(&node)?, is_causal)?,
        (None, Some(node)) => of_add(&node, parts.array(&node)?)?,
        (Some(_), Some(_)) => {
            let (first, second) = ("options.mask.allow", "options.mask.add");
            let why = Reason::TwoMasks;
            return Err(DocumentError::Conflict { first, second, why });
        }
        (None, None) if is_causal => Mask::Causal,
        (None, None) => return without_arrays(kind),
    };
    let says_more = match &mask {
        Mask::Causal => kind_name == Some("use_causal_mask"),
        Mask::Allow(_) | Mask::AllowPerHead(_) => {
            matches!(kind_name, Some("key_padding" | "attention_mask"))
        }
        Mask::None | Mask::Add(_) | Mask::AddPerHead(_) => false,
    };
    let kind_name = kind_name.filter(|_| says_more).map(str::to_owned);
    Ok((mask, kind_name))
}

fn without_arrays(
    kind: Option<(Node<'_>, String)>,
) -> Result<(Mask, Option<String>), DocumentError> {
    let Some((node, kind)) = kind else { return Ok((Mask::None, None)) };
    match kind.as_str() {
        "none" => Ok((Mask::None, None)),
        "allow" | "key_padding" | "attention_mask" => {
            Err(DocumentError::Missing { what: "options.mask.allow", why: Reason::MaskOfTruths })
        }
        "add" => {
            let why = Reason::MaskOfNumbers;
            Err(DocumentError::Missing { what: "options.mask.add", why })
        }
        _ => {
            let expected = &["none", "causal", "allow", "add", "key_padding", "attention_mask"];
            Err(DocumentError::Word { place: node.place(), expected, found: kind })
        }
    }
}

fn of_allow(node: &Node<'_>, allow: ArrayD<bool>, is_causal: bool) -> Result<Mask, DocumentError> {
    if allow.ndim() == 3 {
        return fit(node, allow, Axes::Mask).map(Mask::AllowPerHead);
    }
    let allow: Array2<bool> = fit(node, allow, Axes::Mask)?;
    let mut cells = allow.indexed_iter();
    let is_triangle = cells.all(|((query, key), &may_look)| may_look == (key <= query));
    Ok(if is_causal && is_triangle { Mask::Causal } else { Mask::Allow(allow) })
}

fn of_add(node: &Node<'_>, add: ArrayD<f64>) -> Result<Mask, DocumentError> {
    match add.ndim() {
        3 => fit(node, add, Axes::Mask).map(Mask::AddPerHead),
        _ => fit(node, add, Axes::Mask).map(Mask::Add),
    }
}
