//! The safetensors format: named arrays behind a JSON header.
//!
//! A file is a header length (8 bytes, little endian), a JSON object that gives each tensor's
//! `dtype`, `shape` and `data_offsets`, and the data. The whole header is checked before any of
//! it is used; offsets are `u64`, so that the arithmetic is right on 32-bit targets too. Arrays
//! come out as `f64`, which holds every number of the narrower types exactly.

mod error;
mod file;
mod header;

pub use error::{HeaderPart, HeaderPlace, SafetensorsError};
pub(super) use file::File;
pub use header::{Header, TensorInfo};

use ndarray::{Array, Array1, ArrayD, Dimension, IxDyn};

use super::dtype::{ByteOrder, Dtype};
use crate::math::{Heads, Matrix};

/// A safetensors file in memory, its header checked.
#[derive(Debug, Clone, PartialEq)]
pub struct SafeTensors<'a> {
    header: Header,
    data: &'a [u8],
}

impl<'a> SafeTensors<'a> {
    /// Checks the header of a whole file.
    ///
    /// # Errors
    /// [`SafetensorsError`] where the header contradicts itself or the bytes.
    pub fn parse(bytes: &'a [u8]) -> Result<Self, SafetensorsError> {
        let found = bytes.len() as u64;
        let (first, rest) =
            bytes.split_first_chunk().ok_or(SafetensorsError::TooShort { found })?;
        let length = Header::length(*first)?;
        let cut_off = SafetensorsError::HeaderCutOff { length, found: rest.len() as u64 };
        let split = usize::try_from(length).ok().and_then(|length| rest.split_at_checked(length));
        let (json, data) = split.ok_or(cut_off)?;
        let header = Header::parse(json, data.len() as u64)?;
        Ok(Self { header, data })
    }

    /// What the header says.
    pub fn header(&self) -> &Header {
        &self.header
    }

    /// Reads a vector, `[n]`.
    ///
    /// # Errors
    /// [`SafetensorsError`] where there is no such tensor, or it is no vector of real numbers.
    pub fn vector(&self, name: &str) -> Result<Array1<f64>, SafetensorsError> {
        self.array(name)
    }

    /// Reads a matrix, `[rows, columns]`.
    ///
    /// # Errors
    /// [`SafetensorsError`] where there is no such tensor, or it is no matrix of real numbers.
    pub fn matrix(&self, name: &str) -> Result<Matrix, SafetensorsError> {
        self.array(name)
    }

    /// Reads a stack of matrices, `[n_heads, rows, columns]`.
    ///
    /// # Errors
    /// [`SafetensorsError`] where there is no such tensor, or it is no stack of real matrices.
    pub fn heads(&self, name: &str) -> Result<Heads, SafetensorsError> {
        self.array(name)
    }

    fn array<D: Dimension>(&self, name: &str) -> Result<Array<f64, D>, SafetensorsError> {
        let info = self.header.tensor(name)?;
        let wrong_rank = || SafetensorsError::WrongRank {
            tensor: name.into(),
            expected: D::NDIM.unwrap_or_default(),
            found: info.shape().to_vec(),
        };
        let shape: Option<Vec<usize>> =
            info.shape().iter().map(|&size| usize::try_from(size).ok()).collect();
        let numbers = info.numbers(name, self.bytes(info))?;
        let array = ArrayD::from_shape_vec(IxDyn(&shape.unwrap_or_default()), numbers).ok();
        array.and_then(|array| array.into_dimensionality().ok()).ok_or_else(wrong_rank)
    }

    /// A tensor's own bytes; the header's check has put them inside the data.
    pub(super) fn bytes(&self, info: &TensorInfo) -> &'a [u8] {
        let [start, end] = info.data_offsets().map(|offset| usize::try_from(offset).ok());
        let range = start.unwrap_or_default()..end.unwrap_or_default();
        self.data.get(range).unwrap_or_default()
    }
}
