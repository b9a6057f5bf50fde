//! What is drawn for an order from its number, and what an order adds to the checksum.

/// Spreads the bits of a number over all 64: the last steps of splitmix64.
#[must_use]
pub fn mix(mut bits: u64) -> u64 {
    bits ^= bits >> 30;
    bits = bits.wrapping_mul(0xbf58_476d_1ce4_e5b9);
    bits ^= bits >> 27;
    bits = bits.wrapping_mul(0x94d0_49bb_1331_11eb);
    bits ^ (bits >> 31)
}

/// Four digits always, so that all orders have the same length.
#[must_use]
pub fn quantity(seed: u32, number: u32) -> u32 {
    let stream = u64::from(seed).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let drawn = mix(stream.wrapping_add(u64::from(number))) % 9000;
    1000 + u32::try_from(drawn).unwrap_or_default()
}

/// The order's part of the checksum, which is a sum: orders come in any sequence.
#[must_use]
pub fn share(number: u32, quantity: u32) -> u64 {
    mix(u64::from(number) * 10_000 + u64::from(quantity))
}

/// The checksum of the orders 1 to `orders`, each once.
#[must_use]
pub fn checksum(seed: u32, orders: u32) -> u64 {
    (1..=orders)
        .map(|number| share(number, quantity(seed, number)))
        .fold(0, u64::wrapping_add)
}

#[cfg(test)]
mod tests {
    use super::{checksum, quantity};

    #[test]
    fn the_contract_names_these_quantities_and_checksums() {
        let quantities = [1, 2, 3, 42].map(|number| quantity(1, number));
        assert_eq!(quantities, [9465, 3110, 2053, 3413]);
        assert_eq!(checksum(1, 100), 0x2870_cc7b_b6f9_e18e);
        assert_eq!(checksum(1, 5000), 0xcf96_5560_ba2a_c7af);
    }

    #[test]
    fn another_seed_gives_other_orders_of_the_same_length() {
        assert_ne!(checksum(1, 50), checksum(2, 50));
        assert!((1..5000).all(|number| (1000..10_000).contains(&quantity(u32::MAX, number))));
    }
}
