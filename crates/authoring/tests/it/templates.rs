//! Sheets to start from.

use std::sync::Arc;

use stonegate_authoring::{Kind, Script, format, random_game, template};
use stonegate_compile::{Compilation, MachineReferee};
use stonegate_gdl::analyze;
use stonegate_ground::Budget;

#[test]
fn templates_have_no_findings_are_tidy_and_play() {
    for kind in Kind::ALL {
        let name = kind.name();
        let template = template(kind, "my-own game");
        assert!(template.sheet.starts_with("; My Own Game\n"), "{name}");
        assert_eq!(format(&template.sheet).as_ref(), Ok(&template.sheet), "{name} is tidy");
        let analysis = analyze(&template.sheet);
        assert_eq!(analysis.diagnostics, [], "{name}");
        let compilation =
            Compilation::new(&analysis.rules, &Budget::default()).expect("it is small");
        let machine = Arc::new(compilation.optimize(&|| false).machine);
        let mut referee = MachineReferee::new(machine);
        for seed in 0..100 {
            let game = random_game(&mut referee, seed, &|| false).expect("it can be played");
            let stonegate_authoring::End::Goals(goals) = game.end else {
                panic!("{name} does not end: {:?}", game.end)
            };
            assert!(goals.iter().all(Option::is_some), "{name}: everybody has a goal");
        }
        let (script, complaints) = Script::read(template.tests);
        assert_eq!(complaints, [], "{name}");
        assert!(script.tests.len() >= 2);
        for test in &script.tests {
            assert_eq!(test.run(&mut referee, &mut || false), Ok(()), "{name}: {}", test.name);
        }
    }
}
