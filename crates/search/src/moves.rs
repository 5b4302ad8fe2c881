//! The legal moves of a position, packed.

/// The legal moves of each role, ascending.
///
/// A tree has millions of these lists and reads few of them more than once, so they are small
/// rather than fast: each move is its distance from the one before, in as many bytes as it needs.
/// In front stand the number of moves and of bytes of each role.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MoveLists(Box<[u8]>);

impl MoveLists {
    /// Packs one ascending list per role.
    pub fn new<I: IntoIterator<Item = u32>>(lists: impl IntoIterator<Item = I>) -> Self {
        let (mut heads, mut body) = (Vec::new(), Vec::new());
        for list in lists {
            let first_byte = body.len();
            let (mut n_moves, mut least) = (0, 0);
            for action in list {
                push(&mut body, action - least);
                least = action + 1;
                n_moves += 1;
            }
            push(&mut heads, n_moves);
            push(&mut heads, (body.len() - first_byte) as u32);
        }
        heads.extend(body);
        Self(heads.into())
    }

    /// The number of legal moves of each role.
    pub fn counts(&self, n_roles: usize) -> impl Iterator<Item = u32> {
        let mut heads = Numbers(&self.0);
        (0..n_roles).map(move |_| {
            let n_moves = heads.next().expect("a head for each role");
            heads.next();
            n_moves
        })
    }

    /// The legal moves of a role.
    pub fn of_role(&self, role: usize, n_roles: usize) -> impl Iterator<Item = u32> {
        let mut heads = Numbers(&self.0);
        let (mut skipped, mut n_moves) = (0, 0);
        for index in 0..n_roles {
            let n = heads.next().expect("a head for each role");
            let n_bytes = heads.next().expect("two numbers in each head");
            if index < role {
                skipped += n_bytes;
            } else if index == role {
                n_moves = n;
            }
        }
        let mut least = 0;
        Numbers(&heads.0[skipped as usize..]).take(n_moves as usize).map(move |distance| {
            let action = least + distance;
            least = action + 1;
            action
        })
    }

    /// The bytes on the heap.
    pub(crate) fn bytes(&self) -> usize {
        self.0.len()
    }
}

/// Appends a number: seven bits a byte, the last byte without the highest bit.
fn push(bytes: &mut Vec<u8>, mut number: u32) {
    while number >= 128 {
        bytes.push(number as u8 | 128);
        number >>= 7;
    }
    bytes.push(number as u8);
}

/// Reads what [`push`] has written.
struct Numbers<'a>(&'a [u8]);

impl Iterator for Numbers<'_> {
    type Item = u32;

    fn next(&mut self) -> Option<u32> {
        let (mut number, mut shift) = (0, 0);
        loop {
            let (&byte, rest) = self.0.split_first()?;
            self.0 = rest;
            number |= u32::from(byte & 127) << shift;
            if byte < 128 {
                return Some(number);
            }
            shift += 7;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_come_back() {
        let lists = [vec![0, 1, 5, 133, 134, 70_000, u32::MAX - 1], vec![], vec![3], vec![300]];
        let packed = MoveLists::new(lists.iter().map(|list| list.iter().copied()));
        assert!(packed.counts(4).eq([7, 0, 1, 1]));
        for (role, list) in lists.iter().enumerate() {
            assert!(packed.of_role(role, 4).eq(list.iter().copied()));
        }
    }
}
