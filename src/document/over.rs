//! A document told by what makes it differ from another: an array that is the same is `"="`, one
//! with few other cells is `{"=": [[row, column, number], …]}`, all else stands there in full.

use ndarray::{Array2, ArrayD, ArrayViewD};

use super::{
    Document, DocumentError,
    array::Entry,
    json::Node,
    write::{self, Object, Part},
};

/// What points at the same place of the base.
pub(super) const MARK: &str = "=";

/// Writes a document over another.
pub(super) fn text(document: &Document, base: &Document) -> String {
    let mut top = write::tree(document, None);
    relate(&mut top, &write::tree(base, None));
    write::print(top)
}

fn relate(object: &mut Object<'_>, base: &Object<'_>) {
    for (key, part) in &mut object.parts {
        let Some((_, of_base)) = base.parts.iter().find(|(of_base, _)| of_base == key) else {
            continue;
        };
        let related = match (&mut *part, of_base) {
            (Part::Object(object), Part::Object(base)) => {
                relate(object, base);
                None
            }
            (Part::Texts(new), Part::Texts(old)) => (new == old).then_some(Part::Text(MARK)),
            (Part::Numbers(new), Part::Numbers(old)) => changes(&new.0, &old.0),
            (Part::Flags(new), Part::Flags(old)) => changes(&new.0, &old.0),
            _ => None,
        };
        if let Some(related) = related {
            *part = related;
        }
    }
}

/// An array over another of the same shape; `None` where it is shorter in full.
fn changes<'a, T: Entry>(new: &ArrayViewD<'_, T>, old: &ArrayViewD<'_, T>) -> Option<Part<'a>> {
    if new.shape() != old.shape() {
        return None;
    }
    let is_other = |new: T, old: T| new.code().to_bits() != old.code().to_bits();
    let width = new.ndim() + 1;
    let mut numbers = Vec::new();
    for ((index, new), old) in new.indexed_iter().zip(old) {
        if is_other(*new, *old) {
            numbers.extend((0..width - 1).map(|axis| index[axis] as f64));
            numbers.push(new.code());
        }
    }
    if numbers.is_empty() {
        return Some(Part::Text(MARK));
    }
    let is_shorter = numbers.len() < new.len();
    let table = Array2::from_shape_vec((numbers.len() / width, width), numbers);
    table.ok().filter(|_| is_shorter).map(Part::Changes)
}

/// The document that another is read over.
pub(super) struct Base<'a>(Object<'a>);

impl<'a> Base<'a> {
    /// A document as a base.
    pub(super) fn of(document: &'a Document) -> Self {
        Self(write::tree(document, None))
    }

    /// The array at a node that points here; `None` where it does not.
    pub(super) fn array<T: Entry>(
        &self,
        node: &Node<'_>,
    ) -> Option<Result<ArrayD<T>, DocumentError>> {
        if !node.is_text(MARK) && !node.is_object() {
            return None;
        }
        let array = self.part(node.path()).and_then(T::of_part);
        let array = array.map(|array| array.to_owned()).ok_or(node.unexpected(T::ARRAY));
        if node.is_text(MARK) {
            return Some(array);
        }
        Some(array.and_then(|array| changed(array, node)))
    }

    /// The texts at a node that points here; `None` where it does not.
    pub(super) fn texts(&self, node: &Node<'_>) -> Option<Vec<String>> {
        match self.part(node.path())? {
            Part::Texts(texts) if node.is_text(MARK) => Some(texts.to_vec()),
            _ => None,
        }
    }

    fn part(&self, path: &str) -> Option<&Part<'a>> {
        let mut object = &self.0;
        let mut keys = path.split('.').peekable();
        loop {
            let key = keys.next()?;
            let (_, part) = object.parts.iter().find(|(name, _)| *name == key)?;
            match part {
                _ if keys.peek().is_none() => return Some(part),
                Part::Object(inner) => object = inner,
                _ => return None,
            }
        }
    }
}

/// An array with the changes at a node made to it.
fn changed<T: Entry>(mut array: ArrayD<T>, node: &Node<'_>) -> Result<ArrayD<T>, DocumentError> {
    let unexpected = || node.unexpected(T::ARRAY);
    let changes: ArrayD<f64> = node.object()?.get(MARK).ok_or_else(unexpected)?.array()?;
    let width = array.ndim() + 1;
    if changes.ndim() != 2 || changes.shape()[1] != width {
        return Err(unexpected());
    }
    for change in changes.outer_iter() {
        let index: Option<Vec<usize>> = change.iter().take(width - 1).map(|i| index(*i)).collect();
        let cell = index.and_then(|index| array.get_mut(index.as_slice()));
        *cell.ok_or_else(unexpected)? = T::of_code(change[width - 1]);
    }
    Ok(array)
}

fn index(number: f64) -> Option<usize> {
    let index = number as usize;
    (index as f64).to_bits().eq(&number.to_bits()).then_some(index)
}
