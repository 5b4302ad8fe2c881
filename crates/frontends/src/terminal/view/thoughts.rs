//! What the machine thinks, as lines of text.

use ratatui::style::{Color, Style};
use ratatui::text::{Line, Span};
use stonegate_players::{Opinion, Thoughts, WAIT};

use super::{FAINT, TITLE};
use crate::terminal::session::Session;

/// From so many columns on, there is room for long bars.
const WIDE: usize = 50;

/// The lines that describe what was thought last; none if nobody has told anything.
pub(super) fn lines(session: &Session, width: u16, height: u16) -> Vec<Line<'static>> {
    let Some((role, thoughts)) = &session.thoughts else { return Vec::new() };
    let role = &session.game.roles[*role];
    let seconds = thoughts.elapsed.as_secs_f64();
    // Some players do not search.
    let title = match thoughts.depth {
        0 => format!("{role} thinks {seconds:.1} s"),
        depth => format!("{role} thinks {seconds:.1} s, depth {depth}"),
    };
    let mut lines = vec![Line::from(title).style(TITLE)];
    lines.extend(effort(thoughts).map(|effort| Line::from(effort).style(FAINT)));
    lines.extend(wrapped(&thoughts.reason, usize::from(width)).into_iter().map(Line::from));
    let n_opinions = usize::from(height).saturating_sub(lines.len() + 1);
    let shown = thoughts.opinions.iter().take(n_opinions);
    lines.extend(
        shown.map(|opinion| bar(session.name(&opinion.action), opinion, usize::from(width))),
    );
    if !thoughts.line.is_empty() {
        lines.push(expected(session, thoughts));
    }
    lines
}

/// How much was looked at, if the player counts it.
fn effort(thoughts: &Thoughts) -> Option<String> {
    let Thoughts { iterations, playouts, states, .. } = *thoughts;
    let rate = |count: u64| short(count as f64 / thoughts.elapsed.as_secs_f64().max(0.001));
    match (playouts, states) {
        (0, 0) => None,
        (0, states) => {
            Some(format!("{} positions, {} a second", short(states as f64), rate(states)))
        }
        _ if iterations == 0 => {
            Some(format!("{} playouts, {} a second", short(playouts as f64), rate(playouts)))
        }
        _ => {
            Some(format!("{} iterations, {} playouts/s", short(iterations as f64), rate(playouts)))
        }
    }
}

/// The lines of a text that is broken between words.
fn wrapped(text: &str, width: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        match lines.last_mut() {
            Some(line) if line.chars().count() + 1 + word.chars().count() <= width => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines
}

/// A move, its value as a bar and as a number, and how often it was tried.
fn bar(name: String, opinion: &Opinion, width: usize) -> Line<'static> {
    let n_blocks = if width < WIDE { 5 } else { 10 };
    let sign = if opinion.is_proven { '!' } else { ' ' };
    let visits = if opinion.visits == 0 { String::new() } else { short(opinion.visits as f64) };
    let numbers = format!("{:>4.0}{sign}{visits:>6}", opinion.value);
    let room = width.saturating_sub(n_blocks + numbers.len() + 1);
    let name = name.chars().take(room).collect::<String>();
    let n_filled = (opinion.value / 100.0 * n_blocks as f64).round() as usize;
    let filled = Style::new().fg(Color::Green);
    Line::from(vec![
        Span::raw(format!("{name:room$} ")),
        Span::styled("█".repeat(n_filled.min(n_blocks)), filled),
        Span::styled("░".repeat(n_blocks.saturating_sub(n_filled)), FAINT),
        Span::raw(numbers),
    ])
}

/// The moves that are expected, without those that only wait.
fn expected(session: &Session, thoughts: &Thoughts) -> Line<'static> {
    let moving = thoughts.line.iter().flatten().filter(|action| *action != WAIT);
    let moves = moving.map(|action| session.name(action));
    Line::from(format!("expects {}", moves.collect::<Vec<_>>().join(" "))).style(FAINT)
}

/// A number in a few characters: 950, 12.3k, 4.5M.
fn short(number: f64) -> String {
    match number {
        n if n < 1e3 => format!("{n:.0}"),
        n if n < 1e4 => format!("{:.1}k", n / 1e3),
        n if n < 1e6 => format!("{:.0}k", n / 1e3),
        n if n < 1e7 => format!("{:.1}M", n / 1e6),
        n if n < 1e9 => format!("{:.0}M", n / 1e6),
        n => format!("{:.1}G", n / 1e9),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_broken_between_words() {
        assert_eq!(wrapped("step 1: six in a row", 8), ["step 1:", "six in a", "row"]);
        assert_eq!(wrapped("", 8), [""; 0]);
    }

    #[test]
    fn numbers_are_short() {
        let numbers = [0.0, 999.0, 1234.0, 56_789.0, 1_234_567.0, 98_765_432.0, 2.5e9];
        let texts = numbers.map(short);
        assert_eq!(texts, ["0", "999", "1.2k", "57k", "1.2M", "99M", "2.5G"]);
    }
}
