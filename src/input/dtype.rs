//! The types of number that a file may hold, and how they become `f64`.

use super::Values;

/// A type of number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[expect(missing_docs, reason = "the names are the format's own")]
pub enum Dtype {
    F64,
    F32,
    F16,
    Bf16,
    F8E4m3,
    F8E5m2,
    I64,
    I32,
    I16,
    I8,
    U64,
    U32,
    U16,
    U8,
    Bool,
}

impl Dtype {
    /// Every type.
    pub const ALL: [Self; 15] = [
        Self::F64,
        Self::F32,
        Self::F16,
        Self::Bf16,
        Self::F8E4m3,
        Self::F8E5m2,
        Self::I64,
        Self::I32,
        Self::I16,
        Self::I8,
        Self::U64,
        Self::U32,
        Self::U16,
        Self::U8,
        Self::Bool,
    ];

    /// Its name in a header.
    pub fn name(self) -> &'static str {
        match self {
            Self::F64 => "F64",
            Self::F32 => "F32",
            Self::F16 => "F16",
            Self::Bf16 => "BF16",
            Self::F8E4m3 => "F8_E4M3",
            Self::F8E5m2 => "F8_E5M2",
            Self::I64 => "I64",
            Self::I32 => "I32",
            Self::I16 => "I16",
            Self::I8 => "I8",
            Self::U64 => "U64",
            Self::U32 => "U32",
            Self::U16 => "U16",
            Self::U8 => "U8",
            Self::Bool => "BOOL",
        }
    }

    /// What `NumPy` and `PyTorch` call it.
    pub fn full_name(self) -> &'static str {
        match self {
            Self::F64 => "float64",
            Self::F32 => "float32",
            Self::F16 => "float16",
            Self::Bf16 => "bfloat16",
            Self::F8E4m3 => "float8_e4m3",
            Self::F8E5m2 => "float8_e5m2",
            Self::I64 => "int64",
            Self::I32 => "int32",
            Self::I16 => "int16",
            Self::I8 => "int8",
            Self::U64 => "uint64",
            Self::U32 => "uint32",
            Self::U16 => "uint16",
            Self::U8 => "uint8",
            Self::Bool => "bool",
        }
    }

    /// The type of that name.
    pub fn of_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|dtype| dtype.name() == name)
    }

    /// Bytes of one number.
    pub fn size(self) -> u64 {
        match self {
            Self::F64 | Self::I64 | Self::U64 => 8,
            Self::F32 | Self::I32 | Self::U32 => 4,
            Self::F16 | Self::Bf16 | Self::I16 | Self::U16 => 2,
            Self::F8E4m3 | Self::F8E5m2 | Self::I8 | Self::U8 | Self::Bool => 1,
        }
    }

    /// The numbers in `bytes`; true is 1. Whole numbers beyond 2⁵³ are rounded.
    pub(super) fn numbers(self, bytes: &[u8], order: ByteOrder) -> Vec<f64> {
        match self {
            Self::F64 => each(bytes, order, f64::from_le_bytes),
            Self::F32 => each(bytes, order, |b| f64::from(f32::from_le_bytes(b))),
            Self::F16 => each(bytes, order, |b| of_half(u16::from_le_bytes(b))),
            Self::Bf16 => each(bytes, order, |b| of_brain(u16::from_le_bytes(b))),
            Self::F8E4m3 => each(bytes, order, |[b]| of_quarter(b)),
            // The upper half of a half.
            Self::F8E5m2 => each(bytes, order, |[b]| of_half(u16::from(b) << 8)),
            Self::I64 => each(bytes, order, |b| i64::from_le_bytes(b) as f64),
            Self::I32 => each(bytes, order, |b| f64::from(i32::from_le_bytes(b))),
            Self::I16 => each(bytes, order, |b| f64::from(i16::from_le_bytes(b))),
            Self::I8 => each(bytes, order, |b| f64::from(i8::from_le_bytes(b))),
            Self::U64 => each(bytes, order, |b| u64::from_le_bytes(b) as f64),
            Self::U32 => each(bytes, order, |b| f64::from(u32::from_le_bytes(b))),
            Self::U16 => each(bytes, order, |b| f64::from(u16::from_le_bytes(b))),
            Self::U8 => each(bytes, order, |[b]| f64::from(b)),
            Self::Bool => each(bytes, order, |[b]| f64::from(u8::from(b != 0))),
        }
    }

    /// The values in `bytes`.
    pub(super) fn values(self, bytes: &[u8], order: ByteOrder) -> Values {
        match self {
            Self::Bool => Values::Booleans(bytes.iter().map(|&byte| byte != 0).collect()),
            _ => Values::Numbers(self.numbers(bytes, order)),
        }
    }
}

/// Which byte of a number comes first.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum ByteOrder {
    /// The one that counts least.
    Little,
    /// The one that counts most.
    Big,
}

fn each<const N: usize>(
    bytes: &[u8],
    order: ByteOrder,
    number: impl Fn([u8; N]) -> f64,
) -> Vec<f64> {
    let chunks = bytes.as_chunks().0.iter();
    match order {
        ByteOrder::Little => chunks.map(|&chunk| number(chunk)).collect(),
        ByteOrder::Big => {
            let turned = |mut chunk: [u8; N]| {
                chunk.reverse();
                number(chunk)
            };
            chunks.map(|&chunk| turned(chunk)).collect()
        }
    }
}

/// IEEE 754 half precision: 1 sign bit, 5 exponent bits (bias 15), 10 fraction bits.
fn of_half(bits: u16) -> f64 {
    let [sign, exponent, fraction] = [bits >> 15, bits >> 10 & 0x1f, bits & 0x3ff].map(u64::from);
    let (sign, wide_fraction) = (sign << 63, fraction << 42);
    match exponent {
        // Subnormal: fraction · 2⁻²⁴, which f64 can hold as a normal number.
        0 => f64::from_bits(sign | (fraction as f64 * 2_f64.powi(-24)).to_bits()),
        31 => f64::from_bits(sign | 0x7ff << 52 | wide_fraction),
        _ => f64::from_bits(sign | (exponent + 1023 - 15) << 52 | wide_fraction),
    }
}

/// bfloat16: the upper half of an `f32`.
fn of_brain(bits: u16) -> f64 {
    f64::from(f32::from_bits(u32::from(bits) << 16))
}

/// E4M3 of Micikevicius et al., "FP8 formats for deep learning" (2022): 4 exponent bits (bias 7),
/// 3 fraction bits, no infinities, NaN where all of them are 1.
fn of_quarter(bits: u8) -> f64 {
    let (exponent, fraction) = (i32::from(bits >> 3 & 0xf), f64::from(bits & 7) / 8.0);
    let magnitude = match bits & 0x7f {
        0x7f => f64::NAN,
        _ if exponent == 0 => fraction * 2_f64.powi(-6),
        _ => (1.0 + fraction) * 2_f64.powi(exponent - 7),
    };
    if bits < 0x80 { magnitude } else { -magnitude }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The value of a half by the definition's formula, which touches no bits of an `f64`.
    fn half_by_formula(bits: u16) -> f64 {
        let sign = if bits >= 0x8000 { -1.0 } else { 1.0 };
        let exponent = i32::from(bits) / 1024 % 32;
        let fraction = f64::from(bits % 1024) / 1024.0;
        match exponent {
            0 => sign * fraction * 2_f64.powi(-14),
            31 if fraction > 0.0 => f64::NAN,
            31 => sign * f64::INFINITY,
            _ => sign * (1.0 + fraction) * 2_f64.powi(exponent - 15),
        }
    }

    #[test]
    fn every_half_is_what_the_definition_says() {
        for bits in 0..=u16::MAX {
            let (found, expected) = (of_half(bits), half_by_formula(bits));
            let both_nan = found.is_nan() && expected.is_nan();
            assert!(both_nan || found.to_bits() == expected.to_bits(), "{bits:#06x}: {found}");
        }
    }

    #[test]
    fn known_halves_and_brains_are_read() {
        let halves =
            [(0x3c00, 1.0), (0xc000, -2.0), (0x7bff, 65504.0), (0x3555, 0.333_251_953_125)];
        for (bits, expected) in halves {
            assert_eq!(of_half(bits).to_bits(), f64::to_bits(expected));
        }
        // 240 and 448 are the largest of E4M3's last two binades, 2⁻⁹ its smallest.
        let quarters = [
            (0x38, 1.0),
            (0xc2, -2.5),
            (0x1d, 0.101_562_5),
            (0x77, 240.0),
            (0x7e, 448.0),
            (0x01, 0.001_953_125),
            (0x80, -0.0),
        ];
        for (bits, expected) in quarters {
            assert_eq!(of_quarter(bits).to_bits(), f64::to_bits(expected));
        }
        assert!(of_quarter(0x7f).is_nan() && of_quarter(0xff).is_nan());
        for (bits, expected) in [(0x3f80, 1.0), (0xc040, -3.0), (0x3eab, 0.333_984_375)] {
            assert_eq!(of_brain(bits).to_bits(), f64::to_bits(expected));
        }
        assert!(of_brain(0x7fc0).is_nan());
    }

    #[test]
    fn either_byte_may_come_first() {
        let read = |dtype: Dtype, bytes: &[u8], order| dtype.numbers(bytes, order);
        assert_eq!(read(Dtype::U16, &[1, 2], ByteOrder::Little), [513.0]);
        assert_eq!(read(Dtype::U16, &[1, 2], ByteOrder::Big), [258.0]);
        assert_eq!(read(Dtype::I32, &[255, 255, 255, 254], ByteOrder::Big), [-2.0]);
        assert_eq!(read(Dtype::F8E5m2, &[0x3c, 0xc1], ByteOrder::Big), [1.0, -2.5]);
        assert_eq!(read(Dtype::F32, &[0x3f, 0x80, 0, 0, 7], ByteOrder::Big), [1.0]);
    }
}
