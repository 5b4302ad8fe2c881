//! What controllers expect beside the protocol.

use stonegate_protocols::gtp::{Arguments, Failure};

use super::session::{Entry, Outcome, Session};

pub(super) const ENTRIES: &[Entry] = &[
    Entry { name: "echo", run: |_, arguments| Ok(arguments.rest().collect::<Vec<_>>().join(" ")) },
    Entry { name: "cputime", run: cputime },
    Entry { name: "kgs-game_over", run: |_, _| Ok(String::new()) },
    Entry { name: "gogui-interrupt", run: |_, _| Ok(String::new()) },
    Entry { name: "gogui-analyze_commands", run: analyze_commands },
    Entry { name: "stonegate-ownership", run: ownership },
];

/// Processor time of this program, in seconds.
#[cfg(unix)]
fn cputime(_: &mut Session, _: &mut Arguments<'_>) -> Outcome {
    use rustix::time::{ClockId, clock_gettime};

    let time = clock_gettime(ClockId::ProcessCPUTime);
    let time = std::time::Duration::try_from(time);
    time.map(|time| format!("{:.2}", time.as_secs_f64()))
        .map_err(|_| Failure::Other("the system does not tell".to_owned()))
}

#[cfg(not(unix))]
fn cputime(_: &mut Session, _: &mut Arguments<'_>) -> Outcome {
    Err(Failure::Other("the system does not tell".to_owned()))
}

/// Kind, title and command, as GoGui reads them.
#[expect(clippy::unnecessary_wraps, reason = "the table of commands asks for it")]
fn analyze_commands(_: &mut Session, _: &mut Arguments<'_>) -> Outcome {
    Ok([
        "dboard/Ownership/stonegate-ownership",
        "plist/Final Status Dead/final_status_list dead",
        "plist/Legal Points/all_legal %c",
        "string/Final Score/final_score",
    ]
    .join("\n"))
}

/// Who will own each point, from 1 for Black to -1 for White, the upper row first.
fn ownership(session: &mut Session, _: &mut Arguments<'_>) -> Outcome {
    let nothing = || Failure::Other("nothing was thought about yet".to_owned());
    let report = session.engine.report().ok_or_else(nothing)?;
    let width = session.game.size().width();
    let rows = report.ownership.chunks(width).rev();
    let rows =
        rows.map(|row| row.iter().map(|share| format!("{share:.2}")).collect::<Vec<_>>().join(" "));
    Ok(rows.collect::<Vec<_>>().join("\n"))
}
