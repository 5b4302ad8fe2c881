//! What has been learned of a game, and how it is kept.
//!
//! Facts are named as the canonical rules name them, so that weights fit every sheet that says the
//! same in other words.

use crate::tuples::{Place, Tuple};

/// The first bytes of all weights.
const MAGIC: &[u8; 20] = b"stonegate weights 1\n";

/// What the numbers of a table say of a position.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(crate) enum Outlook {
    /// One number: what one role has, the other has not.
    ZeroSum { first: u32, second: u32 },
    /// A number for each role.
    Each { n_roles: u32 },
}

impl Outlook {
    /// How many numbers there are for each combination of values.
    pub(crate) fn width(self) -> usize {
        match self {
            Self::ZeroSum { .. } => 1,
            Self::Each { n_roles } => n_roles as usize,
        }
    }
}

/// What has been learned of a game: what its positions are worth to each role.
#[derive(Clone, PartialEq, Debug)]
pub struct Weights {
    /// The fingerprint of the rules.
    pub(crate) rules: String,
    pub(crate) outlook: Outlook,
    /// The canonical names of the facts of each cell.
    pub(crate) cells: Vec<Vec<String>>,
    pub(crate) turn: Option<u32>,
    pub(crate) tuples: Vec<Tuple>,
    /// Tuple by tuple, turn by turn, combination by combination, role by role.
    pub(crate) table: Vec<f32>,
}

/// Why weights cannot be used.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum WeightsError {
    /// The bytes do not begin as weights do.
    #[error("this is no file of weights: `stonegate train` makes them")]
    NoWeights,
    /// There are fewer bytes than there were, or others.
    #[error("the weights are damaged: train them again, or fetch the file again")]
    Damaged,
    /// They were learned from other rules.
    #[error("the weights are for other rules, with the fingerprint {found}, not {expected}")]
    OtherRules { found: String, expected: String },
    /// The machine has no fact of this name.
    #[error("the weights speak of `{0}`, which is no fact of this game")]
    UnknownFact(String),
}

impl Weights {
    /// The fingerprint of the rules that they are for.
    pub fn rules(&self) -> &str {
        &self.rules
    }

    /// How many numbers have been learned.
    pub fn len(&self) -> usize {
        self.table.len()
    }

    /// Is there nothing to learn?
    pub fn is_empty(&self) -> bool {
        self.table.is_empty()
    }

    /// How many values the cell has that says whose turn it is.
    pub(crate) fn n_turns(&self) -> usize {
        self.turn.map_or(1, |cell| self.cells[cell as usize].len() + 1)
    }

    /// How many numbers a table has.
    pub(crate) fn table_len(&self) -> usize {
        let combinations: usize = self.tuples.iter().map(|tuple| tuple.size).sum();
        combinations * self.n_turns() * self.outlook.width()
    }

    /// The bytes of a file, with a checksum.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = Writer(MAGIC.to_vec());
        bytes.text(&self.rules);
        match self.outlook {
            Outlook::ZeroSum { first, second } => bytes.numbers(&[0, first, second]),
            Outlook::Each { n_roles } => bytes.numbers(&[1, n_roles]),
        }
        bytes.number(self.cells.len() as u32);
        for cell in &self.cells {
            bytes.number(cell.len() as u32);
            for name in cell {
                bytes.text(name);
            }
        }
        bytes.number(self.turn.map_or(0, |turn| turn + 1));
        bytes.number(self.tuples.len() as u32);
        for tuple in &self.tuples {
            bytes.numbers(&[tuple.size as u32, tuple.images.len() as u32]);
            for image in &tuple.images {
                bytes.number(image.len() as u32);
                for place in image {
                    bytes.numbers(&[place.cell, place.steps.len() as u32]);
                    bytes.numbers(&place.steps);
                }
            }
        }
        bytes.number(self.table.len() as u32);
        for weight in &self.table {
            bytes.number(weight.to_bits());
        }
        bytes.seal()
    }

    /// The inverse of [`to_bytes`](Self::to_bytes).
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, WeightsError> {
        let body = bytes.strip_prefix(MAGIC).ok_or(WeightsError::NoWeights)?;
        let mut reader = Reader::open(bytes, body).ok_or(WeightsError::Damaged)?;
        let weights = Self::read(&mut reader).ok_or(WeightsError::Damaged)?;
        if reader.0.is_empty() && weights.is_sound() {
            Ok(weights)
        } else {
            Err(WeightsError::Damaged)
        }
    }

    fn read(bytes: &mut Reader<'_>) -> Option<Self> {
        let rules = bytes.text()?;
        let outlook = match bytes.number()? {
            0 => Outlook::ZeroSum { first: bytes.number()?, second: bytes.number()? },
            1 => Outlook::Each { n_roles: bytes.number()? },
            _ => return None,
        };
        let cells = bytes.list(|bytes| bytes.list(Reader::text))?;
        let turn = bytes.number()?.checked_sub(1);
        let tuples = bytes.list(|bytes| {
            let size = bytes.number()? as usize;
            let images = bytes.list(|bytes| {
                bytes.list(|bytes| {
                    Some(Place { cell: bytes.number()?, steps: bytes.list(Reader::number)? })
                })
            })?;
            Some(Tuple { images, size })
        })?;
        let table = bytes.list(|bytes| Some(f32::from_bits(bytes.number()?)))?;
        Some(Self { rules, outlook, cells, turn, tuples, table })
    }

    /// Does every combination of values have its place in the table?
    fn is_sound(&self) -> bool {
        let n_values = |cell: u32| self.cells.get(cell as usize).map(|cell| cell.len() + 1);
        let is_place = |place: &Place| n_values(place.cell) == Some(place.steps.len());
        let is_image = |tuple: &Tuple, image: &Vec<Place>| {
            let last = |place: &Place| u64::from(place.steps.iter().copied().max().unwrap_or(0));
            image.iter().all(is_place) && image.iter().map(last).sum::<u64>() < tuple.size as u64
        };
        let is_tuple = |tuple: &Tuple| tuple.images.iter().all(|image| is_image(tuple, image));
        self.turn.is_none_or(|turn| n_values(turn).is_some())
            && self.tuples.iter().all(is_tuple)
            && self.table.len() == self.table_len()
            && self.table.iter().all(|weight| weight.is_finite())
    }
}

/// Writes numbers and texts.
pub(crate) struct Writer(pub(crate) Vec<u8>);

impl Writer {
    pub(crate) fn number(&mut self, number: u32) {
        self.0.extend(number.to_le_bytes());
    }

    fn numbers(&mut self, numbers: &[u32]) {
        for &number in numbers {
            self.number(number);
        }
    }

    fn text(&mut self, text: &str) {
        self.number(text.len() as u32);
        self.0.extend(text.bytes());
    }

    /// Appends the checksum.
    pub(crate) fn seal(mut self) -> Vec<u8> {
        let sum = crc32fast::hash(&self.0);
        self.number(sum);
        self.0
    }
}

/// Reads what a [`Writer`] has written; nothing where the bytes end too soon.
pub(crate) struct Reader<'b>(pub(crate) &'b [u8]);

impl<'b> Reader<'b> {
    /// Reads `body`, the end of `bytes`, if the checksum is right.
    pub(crate) fn open(bytes: &[u8], body: &'b [u8]) -> Option<Self> {
        let (sealed, sum) = bytes.split_last_chunk::<4>()?;
        let (body, _) = body.split_last_chunk::<4>()?;
        (crc32fast::hash(sealed) == u32::from_le_bytes(*sum)).then_some(Self(body))
    }

    pub(crate) fn number(&mut self) -> Option<u32> {
        let (number, rest) = self.0.split_first_chunk::<4>()?;
        self.0 = rest;
        Some(u32::from_le_bytes(*number))
    }

    fn text(&mut self) -> Option<String> {
        let n = self.number()? as usize;
        let (text, rest) = self.0.split_at_checked(n)?;
        self.0 = rest;
        String::from_utf8(text.to_vec()).ok()
    }

    /// So many things as a number before them says.
    pub(crate) fn list<T>(
        &mut self,
        mut read: impl FnMut(&mut Self) -> Option<T>,
    ) -> Option<Vec<T>> {
        let n = self.number()? as usize;
        let mut list = Vec::with_capacity(n.min(self.0.len()));
        for _ in 0..n {
            list.push(read(self)?);
        }
        Some(list)
    }
}
