//! Machines in a directory.

use std::fs::{self, File};
use std::path::PathBuf;
use std::time::{Duration, SystemTime};

use stonegate_compile::{Cache, CacheError, Tier};
use stonegate_gdl::{Canonical, Fingerprint, analyze};
use stonegate_ground::{Budget, Machine, ground};
use stonegate_players::CacheFolder;
use tempfile::{TempDir, tempdir};

/// A game of so many moves.
fn game(n_moves: usize) -> (Fingerprint, Machine) {
    let moves = (0..n_moves).map(|n| format!("(legal robot (push {n}))")).collect::<Vec<_>>();
    let moves = moves.concat();
    let analysis = analyze(&format!("(role robot) {moves} (<= terminal (true off)) (init on)"));
    let grounded = ground(&analysis.rules, &Budget::default());
    let fingerprint = Canonical::new(&analysis.rules).fingerprint();
    (fingerprint, grounded.expect("it is small").machine)
}

fn files(folder: &TempDir) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder.path()).expect("the folder is there");
    entries.map(|entry| entry.expect("the folder can be listed").path()).collect()
}

#[test]
fn what_is_stored_is_loaded() {
    let folder = tempdir().expect("a temporary folder");
    let cache = CacheFolder::new(folder.path().join("made when needed"), 1 << 20);
    let (fingerprint, machine) = game(3);
    assert!(cache.load(fingerprint).expect("nothing is wrong").is_none());
    cache.store(fingerprint, Tier::Quick, &machine).expect("there is room");
    let loaded = cache.load(fingerprint).expect("nothing is wrong");
    assert!(loaded == Some((Tier::Quick, machine.clone())));
    cache.store(fingerprint, Tier::Optimized, &machine).expect("there is room");
    let loaded = cache.load(fingerprint).expect("nothing is wrong");
    assert!(loaded == Some((Tier::Optimized, machine)));
    assert!(cache.load(game(4).0).expect("nothing is wrong").is_none());
}

#[test]
fn damage_is_noticed() {
    let folder = tempdir().expect("a temporary folder");
    let cache = CacheFolder::new(folder.path(), 1 << 20);
    let (fingerprint, machine) = game(3);
    cache.store(fingerprint, Tier::Quick, &machine).expect("there is room");
    let path = files(&folder).pop().expect("one file was written");
    let bytes = fs::read(&path).expect("it can be read");
    for at in 0..bytes.len() {
        let mut damaged = bytes.clone();
        damaged[at] ^= 1;
        fs::write(&path, damaged).expect("it can be written");
        // Damage to the first words is a file of another program.
        assert!(!matches!(cache.load(fingerprint), Ok(Some(_))), "byte {at} is not missed");
        fs::write(&path, &bytes[..at]).expect("it can be written");
        assert!(!matches!(cache.load(fingerprint), Ok(Some(_))), "what follows {at} is not missed");
    }
    // A damaged file is replaced.
    cache.store(fingerprint, Tier::Quick, &machine).expect("there is room");
    assert!(cache.load(fingerprint).expect("nothing is wrong").is_some());
}

#[test]
fn the_oldest_make_room() {
    let folder = tempdir().expect("a temporary folder");
    let (first, machine) = game(3);
    let others = [11, 10].map(game);
    let roomy = CacheFolder::new(folder.path(), 1 << 20);
    roomy.store(first, Tier::Quick, &machine).expect("there is room");
    roomy.store(others[0].0, Tier::Quick, &others[0].1).expect("there is room");
    for (age, path) in files(&folder).iter().enumerate() {
        let file = File::open(path).expect("it can be opened");
        let old = SystemTime::now() - Duration::from_secs(1000 + age as u64);
        file.set_modified(old).expect("it is ours");
    }
    // To load a machine is to use it.
    roomy.load(first).expect("nothing is wrong");
    let total: u64 =
        files(&folder).iter().map(|path| fs::metadata(path).expect("it is there").len()).sum();
    let cache = CacheFolder::new(folder.path(), total);
    cache.store(others[1].0, Tier::Quick, &others[1].1).expect("there is room");
    assert!(cache.load(first).expect("nothing is wrong").is_some());
    assert!(cache.load(others[0].0).expect("nothing is wrong").is_none());
    assert!(cache.load(others[1].0).expect("nothing is wrong").is_some());
    assert_eq!(files(&folder).len(), 2);
}

#[test]
fn what_does_not_fit_is_not_stored() {
    let folder = tempdir().expect("a temporary folder");
    let cache = CacheFolder::new(folder.path(), 100);
    let (fingerprint, machine) = game(3);
    let stored = cache.store(fingerprint, Tier::Quick, &machine);
    assert!(matches!(stored, Err(CacheError::TooLarge { max_bytes: 100, .. })), "{stored:?}");
    assert_eq!(files(&folder), [""; 0].map(PathBuf::from));
}

#[test]
fn many_threads_share_a_directory() {
    let folder = tempdir().expect("a temporary folder");
    let games = [3, 4, 5].map(game);
    std::thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| {
                // Room for two of three, so that files vanish all the time.
                let cache = CacheFolder::new(folder.path(), 3000);
                for _ in 0..20 {
                    for (fingerprint, machine) in &games {
                        cache.store(*fingerprint, Tier::Quick, machine).expect("there is room");
                        let loaded = cache.load(*fingerprint).expect("files are whole");
                        assert!(loaded.is_none_or(|(_, loaded)| loaded == *machine));
                    }
                }
            });
        }
    });
}
