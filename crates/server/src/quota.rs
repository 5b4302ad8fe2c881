//! What visitors may have at the server, each and all together.

use parking_lot::Mutex;
use rustc_hash::FxHashMap;

use crate::visitor::Visitor;

/// Counts what visitors take: tables, or bytes.
#[derive(Debug)]
pub(crate) struct Quota {
    max_all: usize,
    max_each: usize,
    used: Mutex<Used>,
}

#[derive(Debug)]
struct Used {
    all: usize,
    /// By those who have taken something since the server was started.
    each: FxHashMap<Visitor, usize>,
}

/// Whose quota is used up.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(crate) enum UsedUp {
    Each,
    All,
}

impl Quota {
    /// A quota of which `used` is taken by visitors that nobody remembers.
    pub(crate) fn new(max_all: usize, max_each: usize, used: usize) -> Self {
        let used = Used { all: used, each: FxHashMap::default() };
        Self { max_all, max_each, used: Mutex::new(used) }
    }

    /// Takes so much for a visitor, if there is enough left.
    pub(crate) fn take(&self, visitor: Visitor, n: usize) -> Result<(), UsedUp> {
        let mut used = self.used.lock();
        let own = used.each.get(&visitor).copied().unwrap_or(0);
        if own + n > self.max_each {
            return Err(UsedUp::Each);
        }
        if used.all + n > self.max_all {
            return Err(UsedUp::All);
        }
        used.all += n;
        used.each.insert(visitor, own + n);
        Ok(())
    }

    /// Gives back what a visitor took, if it is known who it was.
    pub(crate) fn give_back(&self, visitor: Option<Visitor>, n: usize) {
        let mut used = self.used.lock();
        used.all = used.all.saturating_sub(n);
        let Some(visitor) = visitor else { return };
        if let Some(own) = used.each.get_mut(&visitor) {
            *own = own.saturating_sub(n);
            if *own == 0 {
                used.each.remove(&visitor);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_given_back_can_be_taken_again() {
        let visitor = |number: u8| Visitor::at([192, 0, 2, number].into());
        let quota = Quota::new(10, 4, 3);
        assert_eq!(quota.take(visitor(1), 4), Ok(()));
        assert_eq!(quota.take(visitor(1), 1), Err(UsedUp::Each));
        assert_eq!(quota.take(visitor(2), 3), Ok(()));
        assert_eq!(quota.take(visitor(3), 1), Err(UsedUp::All));
        quota.give_back(None, 3);
        assert_eq!(quota.take(visitor(3), 1), Ok(()));
        quota.give_back(Some(visitor(1)), 2);
        assert_eq!(quota.take(visitor(1), 2), Ok(()));
    }
}
