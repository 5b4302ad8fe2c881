//! The little of HTTP that messages between game programs need.

/// The length of the head of a request or a reply, with the empty line that ends
/// it, once all of it is there.
pub fn head_length(bytes: &[u8]) -> Option<usize> {
    let find = |end: &[u8]| {
        bytes.windows(end.len()).position(|window| window == end).map(|at| at + end.len())
    };
    find(b"\r\n\r\n").or_else(|| find(b"\n\n"))
}

/// The value of a header, whose name may be written in any case.
pub fn header<'h>(head: &'h str, wanted: &str) -> Option<&'h str> {
    let mut headers = head.lines().skip(1).filter_map(|line| line.split_once(':'));
    headers.find(|(name, _)| name.eq_ignore_ascii_case(wanted)).map(|(_, value)| value.trim())
}

/// Text from the path of an address: `%28info%29` is `(info)`, and `+` a blank.
pub fn decode_path(path: &str) -> Option<String> {
    let mut bytes = Vec::with_capacity(path.len());
    let mut rest = path.bytes();
    while let Some(byte) = rest.next() {
        bytes.push(match byte {
            b'+' => b' ',
            b'%' => {
                let digits = [rest.next()?, rest.next()?];
                u8::from_str_radix(str::from_utf8(&digits).ok()?, 16).ok()?
            }
            byte => byte,
        });
    }
    String::from_utf8(bytes).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn heads_end_with_an_empty_line() {
        assert_eq!(head_length(b"GET / HTTP/1.0\r\n\r\nrest"), Some(18));
        assert_eq!(head_length(b"GET /\n\n"), Some(7));
        assert_eq!(head_length(b"GET / HTTP/1.0\r\nHost: a\r\n"), None);
    }

    #[test]
    fn headers_are_found_in_any_case() {
        let head = "POST /a:b HTTP/1.0\r\nHost: a\r\nContent-LENGTH:  12 \r\n\r\n";
        assert_eq!(header(head, "content-length"), Some("12"));
        assert_eq!(header(head, "post /a"), None);
    }

    #[test]
    fn paths_are_decoded() {
        assert_eq!(decode_path("%28+INFO%20%29").as_deref(), Some("( INFO )"));
        assert_eq!(decode_path("").as_deref(), Some(""));
        for path in ["%", "%2", "%zz", "%ff"] {
            assert_eq!(decode_path(path), None, "{path}");
        }
    }
}
