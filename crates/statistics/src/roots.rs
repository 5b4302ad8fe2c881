//! Where a function is zero.

/// How often a guess is improved at most: halving alone exhausts the digits of a number by then.
const MAX_STEPS: usize = 200;

/// The root of a function that falls from `low` to `high`, given with its derivative.
///
/// Newton's steps are quick near the root; one that would leave the interval is replaced by its
/// middle.
pub(crate) fn newton(f: impl Fn(f64) -> (f64, f64), low: f64, high: f64) -> f64 {
    let (mut low, mut high) = (low, high);
    let mut x = f64::midpoint(low, high);
    for _ in 0..MAX_STEPS {
        let (value, slope) = f(x);
        if value > 0.0 {
            low = x;
        } else {
            high = x;
        }
        let step = x - value / slope;
        let next = if step > low && step < high { step } else { f64::midpoint(low, high) };
        let is_found = (next - x).abs() <= f64::EPSILON * (1.0 + x.abs());
        x = next;
        if is_found {
            break;
        }
    }
    x
}

/// The root of a function that changes its sign once between two values, from below zero to above
/// it. Where it does not, the end that is nearer to a root.
pub(crate) fn bisect(f: impl Fn(f64) -> f64, low: f64, high: f64) -> f64 {
    let (mut low, mut high) = (low, high);
    if f(low) >= 0.0 {
        return low;
    }
    if f(high) <= 0.0 {
        return high;
    }
    for _ in 0..MAX_STEPS {
        let middle = f64::midpoint(low, high);
        if middle <= low || middle >= high {
            break;
        }
        if f(middle) < 0.0 {
            low = middle;
        } else {
            high = middle;
        }
    }
    f64::midpoint(low, high)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn roots_are_found() {
        assert!((newton(|x| (2.0 - x * x, -2.0 * x), 0.0, 100.0) - 2_f64.sqrt()).abs() < 1e-14);
        assert!((bisect(|x| x * x * x - 27.0, -10.0, 100.0) - 3.0).abs() < 1e-14);
        assert!((bisect(|x| x, 1.0, 2.0) - 1.0).abs() < f64::EPSILON, "the nearer end");
        assert!((bisect(|x| x, -2.0, -1.0) + 1.0).abs() < f64::EPSILON, "the nearer end");
    }
}
