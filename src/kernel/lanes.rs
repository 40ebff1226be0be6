//! Four numbers at once: a vector of wasm where there are vectors, an array elsewhere. Both do the
//! same operations of IEEE 754 in the same order, so that what is tested natively is what runs.

use std::ops::{Add, Div, Mul, Sub};

/// 1.5 · 2²³: a number added to it is rounded to a whole one, which stands in the lowest bits.
pub(super) const WHOLE: f32 = 12_582_912.0;

#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
mod of_machine {
    use std::arch::wasm32::{
        f32x4_abs, f32x4_add, f32x4_div, f32x4_mul, f32x4_pmax, f32x4_pmin, f32x4_splat, f32x4_sub,
        i32x4_add, i32x4_shl, i32x4_shr, i32x4_sub, v128, v128_load, v128_store,
    };

    /// Four numbers.
    #[derive(Debug, Clone, Copy)]
    pub struct F4(v128);

    impl F4 {
        #[inline]
        pub fn splat(x: f32) -> Self {
            Self(f32x4_splat(x))
        }

        #[inline]
        #[expect(unsafe_code, reason = "reads what the reference owns; any alignment will do")]
        pub fn load(from: &[f32; 4]) -> Self {
            Self(unsafe { v128_load(from.as_ptr().cast()) })
        }

        #[inline]
        #[expect(unsafe_code, reason = "writes what the reference owns; any alignment will do")]
        pub fn store(self, to: &mut [f32; 4]) {
            unsafe { v128_store(to.as_mut_ptr().cast(), self.0) }
        }

        #[inline]
        pub fn plus(self, other: Self) -> Self {
            Self(f32x4_add(self.0, other.0))
        }

        #[inline]
        pub fn minus(self, other: Self) -> Self {
            Self(f32x4_sub(self.0, other.0))
        }

        #[inline]
        pub fn times(self, other: Self) -> Self {
            Self(f32x4_mul(self.0, other.0))
        }

        #[inline]
        pub fn over(self, other: Self) -> Self {
            Self(f32x4_div(self.0, other.0))
        }

        #[inline]
        pub fn larger(self, other: Self) -> Self {
            Self(f32x4_pmax(self.0, other.0))
        }

        #[inline]
        pub fn smaller(self, other: Self) -> Self {
            Self(f32x4_pmin(self.0, other.0))
        }

        #[inline]
        pub fn abs(self) -> Self {
            Self(f32x4_abs(self.0))
        }

        #[cfg(not(target_feature = "relaxed-simd"))]
        #[inline]
        pub fn plus_product(self, a: Self, b: Self) -> Self {
            self.plus(a.times(b))
        }

        #[cfg(target_feature = "relaxed-simd")]
        #[inline]
        pub fn plus_product(self, a: Self, b: Self) -> Self {
            Self(std::arch::wasm32::f32x4_relaxed_madd(a.0, b.0, self.0))
        }

        /// Multiplied by 2 to the power of a whole number that stands over `whole`, in two steps, so that what
        /// is too small for a normal number is rounded once.
        #[inline]
        pub fn times_power_of_two(self, exponent: Self, whole: Self, one: Self) -> Self {
            let exponent = i32x4_sub(exponent.0, whole.0);
            let half = i32x4_shr(exponent, 1);
            let rest = i32x4_sub(exponent, half);
            let power = |e| i32x4_add(i32x4_shl(e, 23), one.0);
            Self(f32x4_mul(f32x4_mul(self.0, power(half)), power(rest)))
        }
    }
}

#[cfg(not(all(target_arch = "wasm32", target_feature = "simd128")))]
mod of_machine {
    /// Four numbers.
    #[derive(Debug, Clone, Copy)]
    pub struct F4([f32; 4]);

    impl F4 {
        #[inline]
        fn each(self, other: Self, f: impl Fn(f32, f32) -> f32) -> Self {
            let ([a, b, c, d], [e, g, h, i]) = (self.0, other.0);
            Self([f(a, e), f(b, g), f(c, h), f(d, i)])
        }

        #[inline]
        pub fn splat(x: f32) -> Self {
            Self([x; 4])
        }

        #[inline]
        pub fn load(from: &[f32; 4]) -> Self {
            Self(*from)
        }

        #[inline]
        pub fn store(self, to: &mut [f32; 4]) {
            *to = self.0;
        }

        #[inline]
        pub fn plus(self, other: Self) -> Self {
            self.each(other, |a, b| a + b)
        }

        #[inline]
        pub fn minus(self, other: Self) -> Self {
            self.each(other, |a, b| a - b)
        }

        #[inline]
        pub fn times(self, other: Self) -> Self {
            self.each(other, |a, b| a * b)
        }

        #[inline]
        pub fn over(self, other: Self) -> Self {
            self.each(other, |a, b| a / b)
        }

        #[inline]
        pub fn larger(self, other: Self) -> Self {
            self.each(other, |a, b| if a < b { b } else { a })
        }

        #[inline]
        pub fn smaller(self, other: Self) -> Self {
            self.each(other, |a, b| if b < a { b } else { a })
        }

        #[inline]
        pub fn abs(self) -> Self {
            Self(self.0.map(f32::abs))
        }

        #[inline]
        pub fn plus_product(self, a: Self, b: Self) -> Self {
            self.plus(a.times(b))
        }

        /// Multiplied by 2 to the power of a whole number that stands over `whole`, in two steps, so that what
        /// is too small for a normal number is rounded once.
        #[inline]
        pub fn times_power_of_two(self, exponent: Self, whole: Self, one: Self) -> Self {
            let bits = |x: f32| x.to_bits().cast_signed();
            let power =
                |e: i32| f32::from_bits((e << 23).wrapping_add(bits(one.0[0])).cast_unsigned());
            self.each(exponent, |x, exponent| {
                let exponent = bits(exponent).wrapping_sub(bits(whole.0[0]));
                let half = exponent >> 1;
                x * power(half) * power(exponent.wrapping_sub(half))
            })
        }
    }
}

pub(super) use of_machine::F4;

impl F4 {
    /// The four numbers.
    pub fn numbers(self) -> [f32; 4] {
        let mut numbers = [0.0; 4];
        self.store(&mut numbers);
        numbers
    }
}

impl Add for F4 {
    type Output = Self;

    #[inline]
    fn add(self, other: Self) -> Self {
        self.plus(other)
    }
}

impl Sub for F4 {
    type Output = Self;

    #[inline]
    fn sub(self, other: Self) -> Self {
        self.minus(other)
    }
}

impl Mul for F4 {
    type Output = Self;

    #[inline]
    fn mul(self, other: Self) -> Self {
        self.times(other)
    }
}

impl Div for F4 {
    type Output = Self;

    #[inline]
    fn div(self, other: Self) -> Self {
        self.over(other)
    }
}

/// Eight numbers: a row of a panel, in two halves.
#[derive(Clone, Copy)]
pub(super) struct F8(pub F4, pub F4);

impl F8 {
    #[inline]
    pub fn splat(x: f32) -> Self {
        Self(F4::splat(x), F4::splat(x))
    }

    #[inline]
    pub fn load(from: &[f32; 8]) -> Self {
        let [a, b, c, d, e, f, g, h] = *from;
        Self(F4::load(&[a, b, c, d]), F4::load(&[e, f, g, h]))
    }

    #[inline]
    pub fn store(self, to: &mut [f32; 8]) {
        let (low, high) = to.split_at_mut(4);
        if let (Ok(low), Ok(high)) = (low.try_into(), high.try_into()) {
            self.0.store(low);
            self.1.store(high);
        }
    }

    /// The same of each half.
    #[inline]
    pub fn each(self, other: Self, f: impl Fn(F4, F4) -> F4) -> Self {
        Self(f(self.0, other.0), f(self.1, other.1))
    }

    /// The eight numbers.
    pub fn numbers(self) -> [f32; 8] {
        let mut numbers = [0.0; 8];
        self.store(&mut numbers);
        numbers
    }
}
