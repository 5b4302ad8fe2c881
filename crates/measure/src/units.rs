//! Numbers for people.

/// A number with three digits and a prefix: `8.50 M`, `193 k`, `19`.
pub(crate) fn si(number: f64) -> String {
    let (scaled, prefix) = match number {
        _ if number >= 1e9 => (number / 1e9, " G"),
        _ if number >= 1e6 => (number / 1e6, " M"),
        _ if number >= 1e4 => (number / 1e3, " k"),
        _ => (number, ""),
    };
    let digits = match scaled {
        _ if prefix.is_empty() || scaled >= 100.0 => 0,
        _ if scaled >= 10.0 => 1,
        _ => 2,
    };
    format!("{scaled:.digits$}{prefix}")
}

/// A whole number in groups of three digits: `56,014`.
pub(crate) fn grouped(number: usize) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn three_digits_and_a_prefix() {
        let numbers = [0.0, 19.0, 4806.0, 192_583.0, 8.5e6, 85.4e6, 854e6, 1.2345e9];
        let texts = ["0", "19", "4806", "193 k", "8.50 M", "85.4 M", "854 M", "1.23 G"];
        assert_eq!(numbers.map(si), texts);
    }

    #[test]
    fn groups_of_three() {
        assert_eq!(
            [0, 999, 1000, 56014, 1234567].map(grouped),
            ["0", "999", "1,000", "56,014", "1,234,567"]
        );
    }
}
