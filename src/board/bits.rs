//! The machine integers that carry sets of squares: what a layout asks of one.

use std::fmt::Debug;
use std::hash::Hash;
use std::ops::{BitAnd, BitOr, BitXor, Not, Shl, Shr};

/// An unsigned integer used as a set of bit indices.
pub trait Bits:
    Copy
    + Eq
    + Ord
    + Hash
    + Debug
    + Default
    + Send
    + Sync
    + 'static
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitXor<Output = Self>
    + Not<Output = Self>
    + Shl<u32, Output = Self>
    + Shr<u32, Output = Self>
{
    /// No bit.
    const ZERO: Self;
    /// Bit 0 alone.
    const ONE: Self;
    /// Whether [`Bits::extract`] is one instruction here.
    const FAST_EXTRACT: bool;

    /// How many bits are set.
    fn count(self) -> u32;
    /// The index of the lowest set bit; the width for an empty set.
    fn lowest(self) -> u32;
    /// The set without its lowest bit; empty stays empty.
    fn without_lowest(self) -> Self;
    /// Every bit up to and including the lowest one set; all bits for an empty set.
    fn up_to_lowest(self) -> Self;
    /// Every bit from the highest one set upwards; all bits for an empty set.
    fn down_to_highest(self) -> Self;
    /// The bits of `self` under `mask`, packed to the low end.
    fn extract(self, mask: Self) -> usize;
}

macro_rules! bits {
    ($int:ty, $fast:expr, $extract:expr) => {
        impl Bits for $int {
            const ZERO: Self = 0;
            const ONE: Self = 1;
            const FAST_EXTRACT: bool = $fast;

            #[inline(always)]
            fn count(self) -> u32 {
                self.count_ones()
            }

            #[inline(always)]
            fn lowest(self) -> u32 {
                self.trailing_zeros()
            }

            #[inline(always)]
            fn without_lowest(self) -> Self {
                self & self.wrapping_sub(1)
            }

            #[inline(always)]
            fn up_to_lowest(self) -> Self {
                self ^ self.wrapping_sub(1)
            }

            #[inline(always)]
            fn down_to_highest(self) -> Self {
                // The `| 1` makes an empty set shift by nothing.
                <$int>::MAX << (<$int>::BITS - 1 - (self | 1).leading_zeros())
            }

            #[inline(always)]
            fn extract(self, mask: Self) -> usize {
                $extract(self, mask)
            }
        }
    };
}

/// Whether the whole build may use the instruction that packs bits.
const HAS_PEXT: bool = cfg!(all(target_arch = "x86_64", target_feature = "bmi2"));

bits!(u64, HAS_PEXT, extract_u64);
bits!(u128, HAS_PEXT, extract_u128);

#[inline(always)]
fn extract_u128(source: u128, mask: u128) -> usize {
    let (low, high) = (mask as u64, (mask >> 64) as u64);
    extract_u64(source as u64, low) | extract_u64((source >> 64) as u64, high) << low.count_ones()
}

/// Bit by bit, for any width: the oracle of the instruction, and what machines without it get.
#[cfg(any(test, not(all(target_arch = "x86_64", target_feature = "bmi2"))))]
fn extract_plain(source: impl Into<u128>, mask: impl Into<u128>) -> usize {
    let (source, mut mask) = (source.into(), mask.into());
    let mut packed = 0;
    let mut place = 0;
    while mask != 0 {
        packed |= ((source >> mask.trailing_zeros()) as usize & 1) << place;
        place += 1;
        mask &= mask - 1;
    }
    packed
}

#[cfg(all(target_arch = "x86_64", target_feature = "bmi2"))]
#[allow(unsafe_code)]
#[inline(always)]
fn extract_u64(source: u64, mask: u64) -> usize {
    // SAFETY: this function exists only where the whole build has BMI2.
    unsafe { core::arch::x86_64::_pext_u64(source, mask) as usize }
}

#[cfg(not(all(target_arch = "x86_64", target_feature = "bmi2")))]
fn extract_u64(source: u64, mask: u64) -> usize {
    extract_plain(source, mask)
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::{RngExt, SeedableRng, rngs::SmallRng};

    #[test]
    fn extraction_agrees_with_the_plain_path() {
        let mut random = SmallRng::seed_from_u64(7);
        for _ in 0..10_000 {
            let (source, mask): (u64, u64) = (random.random(), random.random());
            assert_eq!(source.extract(mask), extract_plain(source, mask), "{source:#x} under {mask:#x}");
            // Masks of some 16 bits, about the widest that tables use.
            let wide: u128 = random.random::<u128>() & random.random::<u128>() & random.random::<u128>();
            let source: u128 = random.random();
            assert_eq!(source.extract(wide), extract_plain(source, wide), "{source:#x} under {wide:#x}");
        }
    }

    #[test]
    fn ends_of_a_set() {
        assert_eq!(0b0110_0100u64.up_to_lowest(), 0b111);
        assert_eq!(0u64.up_to_lowest(), u64::MAX);
        assert_eq!((1u128 << 90 | 2).down_to_highest(), u128::MAX << 90);
        assert_eq!(0u128.down_to_highest(), u128::MAX);
        assert_eq!(0b0110_0100u64.without_lowest(), 0b0110_0000);
    }
}
