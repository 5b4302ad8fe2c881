//! Plots as SVG.

use std::fmt::{self, Write};

const WIDTH: f64 = 720.0;
const LEFT: f64 = 180.0;
const RIGHT: f64 = 30.0;

/// The style of all plots, once for a page.
pub(crate) const STYLE: &str = "\
svg { max-width: 720px; display: block; }
svg text { font: 13px system-ui, \"Segoe UI\", \"DejaVu Sans\", sans-serif; fill: #57534a; }
svg .grid { stroke: #d8d3c8; stroke-width: 1; }
svg .bound { stroke: #d9822b; stroke-width: 2; stroke-dasharray: 6 4; }
svg .bar { stroke: #2f6f8f; stroke-width: 2; }
svg .dot, svg .column { fill: #2f6f8f; }
svg .path { fill: none; stroke: #2f6f8f; stroke-width: 2; }
";

/// A value with its interval.
pub(crate) struct Bar<'a> {
    pub(crate) name: &'a str,
    pub(crate) value: f64,
    pub(crate) low: f64,
    pub(crate) high: f64,
}

/// Values below each other, with their intervals.
pub(crate) fn bars(title: &str, bars: &[Bar<'_>]) -> String {
    const ROW: f64 = 26.0;
    let height = 60.0 + ROW * bars.len() as f64;
    let ends = bars.iter().flat_map(|bar| [bar.low, bar.high]);
    // Room for the longest name, as far as a name of any length can have it.
    let longest = bars.iter().map(|bar| bar.name.chars().count()).max().unwrap_or_default();
    let left = (20.0 + 7.5 * longest as f64).clamp(LEFT, WIDTH / 2.0);
    let axis = Axis::new(ends, left, WIDTH - RIGHT);
    draw(title, height, |svg| {
        for value in axis.ticks() {
            let (x, bottom) = (axis.place(value), height - 30.0);
            writeln!(svg, "<path class=\"grid\" d=\"M{x:.1} 10V{bottom}\"/>")?;
            write_text(svg, x, bottom + 20.0, "middle", &label(value))?;
        }
        for (index, bar) in bars.iter().enumerate() {
            let y = 24.0 + ROW * index as f64;
            let [low, value, high] = [bar.low, bar.value, bar.high].map(|it| axis.place(it));
            write_text(svg, left - 10.0, y + 4.0, "end", bar.name)?;
            writeln!(svg, "<path class=\"bar\" d=\"M{low:.1} {y}H{high:.1}\"/>")?;
            let hint = format!("{:.1}, {:.1} to {:.1}", bar.value, bar.low, bar.high);
            writeln!(
                svg,
                "<circle class=\"dot\" cx=\"{value:.1}\" cy=\"{y}\" r=\"5\"><title>{}</title></circle>",
                escape(&hint)
            )?;
        }
        Ok(())
    })
}

/// A path of values, with two bounds.
pub(crate) fn path(title: &str, values: &[f64], bounds: (f64, f64)) -> String {
    const HEIGHT: f64 = 260.0;
    let y = Axis::new(values.iter().copied().chain([bounds.0, bounds.1]), HEIGHT - 30.0, 10.0);
    let x = Axis {
        first: 0.0,
        last: values.len().max(1) as f64,
        from: 60.0,
        to: WIDTH - RIGHT,
        is_whole: true,
    };
    draw(title, HEIGHT, |svg| {
        write_axes(svg, &x, &y, HEIGHT)?;
        for bound in [bounds.0, bounds.1] {
            let at = y.place(bound);
            writeln!(svg, "<path class=\"bound\" d=\"M60 {at:.1}H{}\"/>", WIDTH - RIGHT)?;
        }
        // No more points than can be seen.
        let step = (values.len() / 1000).max(1);
        let points = values.iter().enumerate().step_by(step);
        let points = points
            .map(|(n, &value)| format!("{:.1},{:.1}", x.place(n as f64 + 1.0), y.place(value)));
        let points = points.collect::<Vec<_>>().join(" ");
        writeln!(svg, "<polyline class=\"path\" points=\"{points}\"/>")
    })
}

/// How often values lie in each of some intervals.
pub(crate) fn histogram(title: &str, values: &[usize]) -> String {
    const HEIGHT: f64 = 220.0;
    const N_COLUMNS: usize = 30;
    let most = values.iter().copied().max().unwrap_or_default();
    let width = most / N_COLUMNS + 1;
    let mut counts = vec![0_u32; most / width + 1];
    for value in values {
        counts[value / width] += 1;
    }
    let x = Axis {
        first: 0.0,
        last: (counts.len() * width) as f64,
        from: 60.0,
        to: WIDTH - RIGHT,
        is_whole: true,
    };
    let y = Axis::new(counts.iter().map(|&n| f64::from(n)).chain([0.0]), HEIGHT - 30.0, 10.0);
    let y = Axis { is_whole: true, ..y };
    draw(title, HEIGHT, |svg| {
        write_axes(svg, &x, &y, HEIGHT)?;
        for (index, &count) in counts.iter().enumerate() {
            let (left, right) =
                (x.place((index * width) as f64), x.place(((index + 1) * width) as f64));
            let (top, bottom) = (y.place(f64::from(count)), y.place(0.0));
            let (breadth, height) = ((right - left - 1.0).max(1.0), bottom - top);
            writeln!(
                svg,
                "<rect class=\"column\" x=\"{left:.1}\" y=\"{top:.1}\" width=\"{breadth:.1}\" \
                 height=\"{height:.1}\"><title>{}: {count}</title></rect>",
                index * width
            )?;
        }
        Ok(())
    })
}

/// Points that belong together.
pub(crate) struct Series<'a> {
    pub(crate) name: &'a str,
    pub(crate) spots: Vec<Spot>,
    /// Whether they are joined, and too many to be drawn one by one.
    pub(crate) is_line: bool,
}

/// A point with how far it may be from the truth.
pub(crate) struct Spot {
    pub(crate) x: f64,
    pub(crate) y: f64,
    pub(crate) low: f64,
    pub(crate) high: f64,
}

/// Values over values, with error bars.
pub(crate) fn curve(title: &str, series: &[Series<'_>]) -> String {
    const HEIGHT: f64 = 300.0;
    const COLORS: [&str; 6] = ["#2f6f8f", "#d9822b", "#5b8c3a", "#8c4a6b", "#57534a", "#a08030"];
    let spots = || series.iter().flat_map(|series| &series.spots);
    let x = Axis::new(spots().map(|spot| spot.x), 70.0, WIDTH - RIGHT - 20.0);
    let y = Axis::new(spots().flat_map(|spot| [spot.low, spot.high]), HEIGHT - 40.0, 30.0);
    draw(title, HEIGHT, |svg| {
        write_axes(svg, &x, &y, HEIGHT)?;
        for (index, series) in series.iter().enumerate() {
            let color = COLORS[index % COLORS.len()];
            let left = 70.0 + 110.0 * index as f64;
            writeln!(
                svg,
                "<rect x=\"{left}\" y=\"8\" width=\"12\" height=\"12\" fill=\"{color}\"/>"
            )?;
            write_text(svg, left + 18.0, 19.0, "start", series.name)?;
            let place = |spot: &Spot| format!("{:.1},{:.1}", x.place(spot.x), y.place(spot.y));
            if series.is_line {
                let points = series.spots.iter().map(place).collect::<Vec<_>>().join(" ");
                let style = format!("fill:none;stroke:{color};stroke-width:2");
                writeln!(svg, "<polyline points=\"{points}\" style=\"{style}\"/>")?;
                continue;
            }
            for spot in &series.spots {
                let at = x.place(spot.x);
                let [low, value, high] = [spot.low, spot.y, spot.high].map(|it| y.place(it));
                let style = format!("stroke:{color};stroke-width:2");
                writeln!(svg, "<path d=\"M{at:.1} {low:.1}V{high:.1}\" style=\"{style}\"/>")?;
                let hint =
                    format!("{}: {:.1}, {:.1} to {:.1}", spot.x, spot.y, spot.low, spot.high);
                let hint = escape(&hint);
                writeln!(
                    svg,
                    "<circle cx=\"{at:.1}\" cy=\"{value:.1}\" r=\"5\" fill=\"{color}\">\
                     <title>{hint}</title></circle>"
                )?;
            }
        }
        Ok(())
    })
}

/// A page of plots, each with a heading.
pub(crate) fn page(title: &str, plots: &[(String, String)]) -> String {
    let title = escape(title);
    let plots = plots.iter().map(|(heading, plot)| format!("<h2>{}</h2>\n{plot}", escape(heading)));
    let plots = plots.collect::<Vec<_>>().join("\n");
    format!(
        "<!doctype html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width\">\n<title>{title}</title>\n\
         <style>\n{}{STYLE}</style>\n<h1>{title}</h1>\n{plots}",
        super::html::STYLE
    )
}

fn draw(title: &str, height: f64, write: impl FnOnce(&mut String) -> fmt::Result) -> String {
    let title = escape(title);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {height}\" role=\"img\" \
         aria-label=\"{title}\">\n"
    );
    // Writing to a string cannot fail.
    let _ = write(&mut svg);
    svg + "</svg>\n"
}

/// The labels of both axes, and lines across the plot.
fn write_axes(svg: &mut String, x: &Axis, y: &Axis, height: f64) -> fmt::Result {
    for value in y.ticks() {
        let at = y.place(value);
        writeln!(svg, "<path class=\"grid\" d=\"M60 {at:.1}H{}\"/>", WIDTH - RIGHT)?;
        write_text(svg, 52.0, at + 4.0, "end", &label(value))?;
    }
    for value in x.ticks() {
        write_text(svg, x.place(value), height - 10.0, "middle", &label(value))?;
    }
    Ok(())
}

fn write_text(svg: &mut String, x: f64, y: f64, anchor: &str, text: &str) -> fmt::Result {
    const MAX_CHARS: usize = 26;
    let short = text.chars().take(MAX_CHARS).collect::<String>();
    let dots = if short.len() < text.len() { ".." } else { "" };
    let short = escape(&short);
    writeln!(svg, "<text x=\"{x:.1}\" y=\"{y:.1}\" text-anchor=\"{anchor}\">{short}{dots}</text>")
}

/// A linear axis.
struct Axis {
    first: f64,
    last: f64,
    /// Where the first and the last value are drawn.
    from: f64,
    to: f64,
    /// Whether values are counts: there is nothing between whole numbers then.
    is_whole: bool,
}

impl Axis {
    fn new(values: impl Iterator<Item = f64>, from: f64, to: f64) -> Self {
        let (first, last) = values
            .filter(|value| value.is_finite())
            .fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), it| {
                (low.min(it), high.max(it))
            });
        let (first, last) = if first < last {
            (first, last)
        } else if first.is_finite() {
            (first - 1.0, first + 1.0)
        } else {
            (0.0, 1.0)
        };
        Self { first, last, from, to, is_whole: false }
    }

    fn place(&self, value: f64) -> f64 {
        let share = ((value - self.first) / (self.last - self.first)).clamp(0.0, 1.0);
        self.from + share * (self.to - self.from)
    }

    /// Some round values in between.
    fn ticks(&self) -> impl Iterator<Item = f64> {
        const N: f64 = 6.0;
        let rough = (self.last - self.first) / N;
        let power = 10_f64.powf(rough.log10().floor());
        let steps = [1.0, 2.0, 5.0, 10.0].map(|factor| factor * power);
        let step = steps.into_iter().find(|&step| step >= rough).unwrap_or(10.0 * power);
        let step = if self.is_whole { step.max(1.0) } else { step };
        let first = (self.first / step).ceil() as i64;
        let last = (self.last / step).floor() as i64;
        (first..=last).map(move |index| index as f64 * step)
    }
}

fn label(value: f64) -> String {
    // Without a sign before zero, and without digits that rounding leaves.
    let rounded = (value * 1e6).round() / 1e6 + 0.0;
    format!("{rounded}")
}

/// A text within markup.
pub(crate) fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plots_of_nothing_are_plots() {
        let nothing = Series { name: "none", spots: Vec::new(), is_line: true };
        let plots = [
            bars("a<b", &[]),
            path("", &[], (-1.0, 1.0)),
            histogram("", &[]),
            curve("", &[nothing]),
            curve("", &[]),
        ];
        for svg in plots {
            assert!(
                svg.ends_with("</svg>\n") && !svg.contains("NaN") && !svg.contains("inf"),
                "{svg}"
            );
        }
        assert!(bars("a<b", &[]).contains("a&lt;b"));
    }

    #[test]
    fn ticks_are_round() {
        let axis = Axis::new([-13.0, 47.0].into_iter(), 0.0, 1.0);
        assert_eq!(
            axis.ticks().map(label).collect::<Vec<_>>(),
            ["-10", "0", "10", "20", "30", "40"]
        );
        let counts = Axis { is_whole: true, ..Axis::new([0.0, 3.0].into_iter(), 0.0, 1.0) };
        assert_eq!(counts.ticks().map(label).collect::<Vec<_>>(), ["0", "1", "2", "3"]);
    }
}
