//! Links for others: where they reach the server, and codes that phones read.

use axum::body::Body;
use qrcodegen::{QrCode, QrCodeEcc};
use serde::{Deserialize, Serialize};
use stonegate_tables::Refusal;

use super::call::Call;
use super::rest::{Answer, read_json};

/// A link has at most so many bytes.
const MAX_BYTES: usize = 500;

#[derive(Serialize)]
struct Network {
    /// What addresses of the server begin with for others in its network.
    origin: Option<String>,
}

pub(super) async fn network(call: Call) -> Answer {
    call.answer(&call.arena.asking, |arena| Ok(Network { origin: arena.origin.clone() })).await
}

#[derive(Deserialize)]
struct CodeRequest {
    text: String,
}

#[derive(Serialize)]
struct CodeView {
    /// The code from above, a character for each of its squares: `#` is dark.
    rows: Vec<String>,
}

pub(super) async fn code(call: Call, body: Body) -> Answer {
    let request = read_json::<CodeRequest>(body).await?;
    call.answer(&call.arena.asking, move |_| code_of(&request.text)).await
}

fn code_of(text: &str) -> Result<CodeView, Refusal> {
    let too_long = || Refusal::new("too-large", format!("a link has at most {MAX_BYTES} bytes"));
    if text.len() > MAX_BYTES {
        return Err(too_long());
    }
    let code = QrCode::encode_text(text, QrCodeEcc::Medium).map_err(|_| too_long())?;
    let square = |x, y| if code.get_module(x, y) { '#' } else { '.' };
    let row = |y| (0..code.size()).map(|x| square(x, y)).collect();
    Ok(CodeView { rows: (0..code.size()).map(row).collect() })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_link_becomes_a_square_with_three_finders() {
        let CodeView { rows } = code_of("http://192.0.2.7:8000/#/table/abc").expect("it is short");
        let finder = ["#######", "#.....#", "#.###.#", "#.###.#", "#.###.#", "#.....#", "#######"];
        let n = rows.len();
        assert!(rows.iter().all(|row| row.len() == n));
        for (top, left) in [(0, 0), (0, n - 7), (n - 7, 0)] {
            let found = rows[top..top + 7].iter().map(|row| &row[left..left + 7]);
            assert!(found.eq(finder), "{rows:#?}");
        }
    }

    #[test]
    fn what_is_too_long_is_refused() {
        let refusal = code_of(&"x".repeat(501)).err().expect("it is too long");
        assert_eq!(refusal.code, "too-large");
    }
}
