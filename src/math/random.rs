//! Random numbers that are the same on every machine.

/// The next 64 random bits (`SplitMix64`, Steele, Lea and Flood 2014); the state begins as the seed.
pub fn next_bits(state: &mut u64) -> u64 {
    *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let z = (*state ^ (*state >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}
