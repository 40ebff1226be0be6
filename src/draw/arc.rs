//! Arcs between tokens: how wide and how opaque a weight is drawn, and the paths, which are measured in tokens.

/// The widest arc, in CSS pixels.
const WIDEST: f64 = 9.0;
/// The thinnest.
const THINNEST: f64 = 0.75;
/// How opaque the thinnest is.
const FAINTEST: f64 = 0.25;

/// Width in CSS pixels and opacity, 0…1, of an arc: in proportion to the strongest that is drawn, but never so
/// little that it cannot be seen.
pub fn arc_stroke(weight: f64, strongest: f64) -> (f64, f64) {
    let share = if strongest > 0.0 { (weight / strongest).clamp(0.0, 1.0) } else { 0.0 };
    ((WIDEST * share).max(THINNEST), FAINTEST + (1.0 - FAINTEST) * share)
}

/// The path of an arc over a line of `n` tokens, each 1 wide, in a box that is 1 high and stands on the line: as high
/// as it is far. From a token to itself it is a loop.
pub fn arch(from: usize, to: usize, n: usize) -> String {
    let middle = |at: usize| at as f64 + 0.5;
    let is_loop = from == to;
    let (from, to) = (middle(from), middle(to));
    if is_loop {
        let (inner, outer) = (0.06, 0.3);
        return format!(
            "M {} 1 C {} 0.62 {} 0.62 {} 1",
            from - inner,
            from - outer,
            from + outer,
            from + inner
        );
    }
    // The top of such a curve is at three quarters of the height of its two inner points.
    let far = (to - from).abs() / n.saturating_sub(1).max(1) as f64;
    let high = 1.0 - (0.25 + 0.7 * far) / 0.75;
    format!("M {from} 1 C {from} {high:.4} {to} {high:.4} {to} 1")
}

/// The path between two lists, 1 apart, from one height to another.
pub fn strand(from: f64, to: f64) -> String {
    format!("M 0 {from} C 0.5 {from} 0.5 {to} 1 {to}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(found: f64, expected: f64) {
        assert!((found - expected).abs() < 1e-12, "{found}, not {expected}");
    }

    #[test]
    fn the_strongest_is_the_widest_and_none_vanishes() {
        assert_eq!(arc_stroke(0.5, 0.5), (WIDEST, 1.0));
        assert_eq!(arc_stroke(0.25, 0.5), (WIDEST / 2.0, 0.625));
        check(arc_stroke(1e-9, 0.5).0, THINNEST);
        assert_eq!(arc_stroke(0.0, 0.0), (THINNEST, FAINTEST));
        check(arc_stroke(f64::NAN, 1.0).0, THINNEST);
    }

    #[test]
    fn the_farthest_arc_fits_into_its_box() {
        // A curve with inner points at a height reaches three quarters of it.
        let height = |path: &str| -> f64 {
            let inner: f64 = path.split(' ').nth(5).unwrap().parse().unwrap();
            0.75 * (1.0 - inner)
        };
        assert!((height(&arch(0, 5, 6)) - 0.95).abs() < 1e-3);
        assert!(height(&arch(2, 3, 6)) < height(&arch(2, 5, 6)));
        check(height(&arch(1, 4, 6)), height(&arch(4, 1, 6)));
        assert!(height(&arch(0, 1, 2)) < 1.0);
    }
}
