//! The clocks that the phase-locked loops of the boards can make.

use std::cmp::Reverse;

/// A clock, and the dividers that make it, by their names in the Makefile.
#[derive(Clone, Eq, PartialEq, Debug)]
pub(crate) struct Clock {
    pub hz: u32,
    pub dividers: Vec<(&'static str, String)>,
}

/// The fastest clock of an iCE40 that is no faster than so many hertz.
///
/// From 12 MHz: the oscillator runs at 533 to 1066 MHz, and is divided by a power of two.
pub(crate) fn ice40(limit: f64) -> Option<Clock> {
    let clocks = (45..=88).flat_map(|factor: u32| (1..=6).map(move |power: u32| (factor, power)));
    let clocks = clocks.map(|(factor, power)| ((12_000_000 * factor) >> power, factor, power));
    let (hz, factor, power) = clocks.filter(|&(hz, ..)| f64::from(hz) <= limit).max()?;
    let dividers = vec![("DIVF", (factor - 1).to_string()), ("DIVQ", power.to_string())];
    Some(Clock { hz, dividers })
}

/// The fastest clock of an ECP5 that is no faster than so many hertz.
///
/// From 25 MHz, divided by eight at most before it is compared; the oscillator runs at 400 to
/// 800 MHz.
pub(crate) fn ecp5(limit: f64) -> Option<Clock> {
    let clocks = (1..=8).flat_map(|before: u32| (1..=80).map(move |factor: u32| (before, factor)));
    let clocks = clocks.map(|(before, factor)| (25_000_000 * factor / before, before, factor));
    let possible = clocks
        .filter(|&(hz, ..)| (5_000_000..=300_000_000).contains(&hz) && f64::from(hz) <= limit);
    let (hz, before, factor) = possible.max_by_key(|&(hz, before, _)| (hz, Reverse(before)))?;
    let divider = 600_000_000 / hz;
    let dividers = vec![
        ("CLKI_DIV", before.to_string()),
        ("CLKFB_DIV", factor.to_string()),
        ("CLKOP_DIV", divider.to_string()),
    ];
    Some(Clock { hz, dividers })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clocks_are_as_fast_as_can_be() {
        let clock = ice40(50e6).expect("there is one");
        assert_eq!(clock.hz, 49_500_000);
        assert_eq!(clock.dividers[0], ("DIVF", "65".to_owned()));
        assert_eq!(ice40(5e6), None);
        assert_eq!(ecp5(48e6).map(|clock| clock.hz), Some(46_875_000));
        assert_eq!(ecp5(4e6), None);
        for limit in [6, 20, 37, 80, 120, 250, 999] {
            let clock = ecp5(f64::from(limit) * 1e6).expect("there is one");
            let divider: u32 = clock.dividers[2].1.parse().expect("a number");
            assert!((400..=800).contains(&(clock.hz / 1_000_000 * divider)), "{limit}");
        }
    }
}
