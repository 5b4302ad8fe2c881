//! Points on two logarithmic axes, and the straight line that fits them best, which
//! is a curve there.

use std::fmt::Write;
use std::ops::RangeInclusive;

pub(super) struct Point<'a> {
    pub(super) name: &'a str,
    pub(super) x: f64,
    pub(super) y: f64,
    /// Drawn hollow, and left out of the line.
    pub(super) is_apart: bool,
}

const WIDTH: f64 = 760.0;
const HEIGHT: f64 = 480.0;
const LEFT: f64 = 76.0;
const RIGHT: f64 = 40.0;
const TOP: f64 = 56.0;
const BOTTOM: f64 = 64.0;

const STYLE: &str = "\
  <style>
    text { font: 13px system-ui, \"Segoe UI\", \"DejaVu Sans\", sans-serif; fill: #57534a; }
    .title { font-size: 15px; font-weight: 600; }
    .grid { stroke: #d8d3c8; stroke-width: 1; }
    .fit { fill: none; stroke: #d9822b; stroke-width: 2; stroke-dasharray: 6 4; }
    circle { fill: #2f6f8f; fill-opacity: .4; stroke: #2f6f8f; }
    .apart { fill: none; }
  </style>
";

/// Draws the points; there may be none.
pub(super) fn draw(points: &[Point<'_>], backend: &str) -> String {
    let x = Axis::new(points.iter().map(|point| point.x), LEFT, WIDTH - RIGHT);
    let y = Axis::new(points.iter().map(|point| point.y), HEIGHT - BOTTOM, TOP);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" role=\"img\" \
         aria-labelledby=\"t\">\n  <title id=\"t\">Time per step against the size of the circuit\
         </title>\n{STYLE}  <rect width=\"{WIDTH}\" height=\"{HEIGHT}\" rx=\"14\" fill=\"#fbfaf7\"/>\n"
    );
    // Writing to a string cannot fail.
    let _ = write_axes(&mut svg, &x, &y);
    let _ = write_points(&mut svg, points, &x, &y, backend);
    svg.push_str("</svg>\n");
    svg
}

fn write_axes(svg: &mut String, x: &Axis, y: &Axis) -> std::fmt::Result {
    let (top, bottom, right) = (TOP, HEIGHT - BOTTOM, WIDTH - RIGHT);
    for value in x.decades() {
        let (at, label) = (x.place(value), label(value));
        writeln!(svg, "  <path class=\"grid\" d=\"M{at:.1} {top}V{bottom}\"/>")?;
        writeln!(
            svg,
            "  <text x=\"{at:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{label}</text>",
            bottom + 20.0
        )?;
    }
    for value in y.decades() {
        let (at, label) = (y.place(value), label(value));
        writeln!(svg, "  <path class=\"grid\" d=\"M{LEFT} {at:.1}H{right}\"/>")?;
        writeln!(
            svg,
            "  <text x=\"{}\" y=\"{:.1}\" text-anchor=\"end\">{label}</text>",
            LEFT - 8.0,
            at + 4.0
        )?;
    }
    let (middle, below) = (f64::midpoint(LEFT, right), HEIGHT - 18.0);
    writeln!(
        svg,
        "  <text x=\"{middle}\" y=\"{below}\" text-anchor=\"middle\">lookup tables evaluated in a \
         step</text>"
    )?;
    let middle = f64::midpoint(top, bottom);
    writeln!(
        svg,
        "  <text transform=\"translate(22 {middle}) rotate(-90)\" text-anchor=\"middle\">nanoseconds \
         per step and lane</text>"
    )
}

fn write_points(
    svg: &mut String,
    points: &[Point<'_>],
    x: &Axis,
    y: &Axis,
    backend: &str,
) -> std::fmt::Result {
    let mut title = format!("{} sheets, {backend}, one thread", points.len());
    if let Some(fit) = Fit::new(points) {
        let path = x.steps().map(|value| (x.place(value), y.place(fit.at(value))));
        let path = path.filter(|(_, at)| (TOP..=HEIGHT - BOTTOM).contains(at));
        let path = path.map(|(x, y)| format!("{x:.1},{y:.1}")).collect::<Vec<_>>();
        writeln!(svg, "  <polyline class=\"fit\" points=\"{}\"/>", path.join(" "))?;
        let per_thousand = 1000.0 * fit.slope;
        write!(title, ": {:.2} ns, and {per_thousand:.2} ns for 1,000 tables", fit.intercept)?;
    }
    writeln!(svg, "  <text class=\"title\" x=\"{LEFT}\" y=\"32\">{}</text>", escape(&title))?;
    for point in points {
        let (cx, cy) = (x.place(point.x), y.place(point.y));
        let class = if point.is_apart { "class=\"apart\" " } else { "" };
        writeln!(
            svg,
            "  <circle {class}cx=\"{cx:.1}\" cy=\"{cy:.1}\" r=\"4\"><title>{}: {} tables, {:.3} ns</title>\
             </circle>",
            escape(point.name),
            point.x,
            point.y
        )?;
    }
    Ok(())
}

/// A logarithmic axis of whole decades.
struct Axis {
    /// The first and the last of them.
    exponents: RangeInclusive<i32>,
    from: f64,
    to: f64,
}

impl Axis {
    /// The first value is drawn at `from`, the last one at `to`.
    fn new(values: impl Iterator<Item = f64>, from: f64, to: f64) -> Self {
        let exponents = values.filter(|&value| value > 0.0).map(f64::log10);
        let (least, most) = exponents
            .fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), e| (low.min(e), high.max(e)));
        let (least, most) =
            if least <= most { (least.floor() as i32, most.ceil() as i32) } else { (0, 1) };
        Self { exponents: least..=most.max(least + 1), from, to }
    }

    fn place(&self, value: f64) -> f64 {
        let first = f64::from(*self.exponents.start());
        let share = (value.log10() - first) / (f64::from(*self.exponents.end()) - first);
        self.from + share * (self.to - self.from)
    }

    /// Values from the first to the last, at small distances.
    fn steps(&self) -> impl Iterator<Item = f64> {
        const N: i32 = 100;
        let [first, last] = [*self.exponents.start(), *self.exponents.end()].map(f64::from);
        (0..=N)
            .map(move |step| 10_f64.powf(first + (last - first) * f64::from(step) / f64::from(N)))
    }

    fn decades(&self) -> impl Iterator<Item = f64> {
        self.exponents.clone().map(|exponent| 10_f64.powi(exponent))
    }
}

/// The straight line with the least squares of relative errors.
struct Fit {
    slope: f64,
    intercept: f64,
}

impl Fit {
    fn new(points: &[Point<'_>]) -> Option<Self> {
        // Errors are relative to the line, which is not known at first: relative to
        // the points, those that lie low would count too much.
        let mut fit = Self::weighted(points, |point| point.y)?;
        for _ in 0..20 {
            fit = Self::weighted(points, |point| fit.at(point.x))?;
        }
        Some(fit)
    }

    /// The line with the least squares of errors in units of `unit`.
    fn weighted(points: &[Point<'_>], unit: impl Fn(&Point<'_>) -> f64) -> Option<Self> {
        let (mut n, mut x_sum, mut y_sum, mut xx_sum, mut xy_sum) = (0.0, 0.0, 0.0, 0.0, 0.0);
        for point in points.iter().filter(|point| !point.is_apart) {
            let weight = unit(point).powi(-2);
            n += weight;
            x_sum += weight * point.x;
            y_sum += weight * point.y;
            xx_sum += weight * point.x * point.x;
            xy_sum += weight * point.x * point.y;
        }
        let determinant = n * xx_sum - x_sum * x_sum;
        // Rounding may leave a little where there is nothing.
        (determinant > 1e-9 * n * xx_sum).then(|| Self {
            intercept: (y_sum * xx_sum - x_sum * xy_sum) / determinant,
            slope: (n * xy_sum - x_sum * y_sum) / determinant,
        })
    }

    fn at(&self, x: f64) -> f64 {
        self.intercept + self.slope * x
    }
}

fn label(value: f64) -> String {
    if value < 1.0 { format!("{value}") } else { crate::units::grouped(value as usize) }
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn points(all: &[(f64, f64)]) -> Vec<Point<'static>> {
        all.iter().map(|&(x, y)| Point { name: "a<b", x, y, is_apart: false }).collect()
    }

    #[test]
    fn a_straight_line_is_found() {
        let mut points = points(&[(10.0, 5.0), (100.0, 23.0), (1000.0, 203.0), (500.0, 9.0)]);
        points[3].is_apart = true;
        let fit = Fit::new(&points).expect("there are different sizes");
        assert!((fit.slope - 0.2).abs() < 1e-9, "{}", fit.slope);
        assert!((fit.at(50.0) - 13.0).abs() < 1e-9);
    }

    #[test]
    fn too_few_points_have_no_line() {
        assert!(Fit::new(&points(&[])).is_none());
        assert!(Fit::new(&points(&[(10.0, 2.0)])).is_none());
        for few in [&[][..], &[(10.0, 2.0)]] {
            let svg = draw(&points(few), "interpreter");
            assert!(!svg.contains("NaN") && !svg.contains("inf") && !svg.contains("class=\"fit\""));
        }
    }

    #[test]
    fn names_are_escaped() {
        assert!(draw(&points(&[(10.0, 2.0)]), "interpreter").contains("a&lt;b: 10 tables"));
    }
}
