//! A rendered table at which a person plays.

use stonegate_othello::{ClassicSolver, Heuristic, Width, squares};
use stonegate_vision::scene::{Moment, Person, Scene};
use stonegate_vision::{Cell, Frame, Offer, Phase, Point};

use super::game::Game;
use super::report::Times;
use super::run::Pipeline;

/// A scripted person before a rendered camera. The person looks at the game and takes the piece
/// where it wants to play, now and then to a wrong cell first.
#[derive(Debug)]
struct Actor {
    person: Person,
    chooser: ClassicSolver,
    /// Where the person takes the piece next, the last one being its move.
    plan: Vec<Cell>,
    /// For how many moves there is a plan, done ones included.
    n_moves: u32,
    waits_until: f64,
}

/// Where the piece lies in the beginning: on the lower edge of the board.
const START: Point = Point::new(6.5, 7.5);

/// How deep the person thinks.
const DEPTH: u32 = 2;

/// How long the person stays in a wrong cell.
const DOUBT: f64 = 0.5;

impl Actor {
    fn new() -> Self {
        Self {
            person: Person::new(START),
            chooser: ClassicSolver::new(Width::EIGHT, Heuristic::Location),
            plan: Vec::new(),
            n_moves: 0,
            waits_until: 0.6,
        }
    }

    /// The cell where the person means to play, as long as it is not played.
    fn target(&self) -> Option<Cell> {
        self.plan.last().copied()
    }

    /// Decides what to do at a time, and tells what there is to see.
    fn act(&mut self, game: &Game, time: f64) -> Moment {
        if time >= self.waits_until && time >= self.person.rests_at() {
            self.decide(game, time);
        }
        self.person.moment(time)
    }

    fn decide(&mut self, game: &Game, time: f64) {
        if game.situation().phase != Phase::Choosing {
            return;
        }
        if self.plan.is_empty() {
            let position = game.position();
            let best = self.chooser.search(position, DEPTH).square;
            let Some(best) = best.or_else(|| squares(position.legal_moves()).next()) else {
                return;
            };
            let cell = Cell { column: best.column() as u8, row: best.row() as u8 };
            self.n_moves += 1;
            // Every fourth time it tries a cell beside the right one, if that is illegal: whoever
            // rests on a legal cell plays there.
            let beside = Cell { column: cell.column ^ 1, ..cell };
            let has_doubts = self.n_moves % 4 == 2 && game.situation().legal & beside.bit() == 0;
            self.plan = if has_doubts { vec![beside, cell] } else { vec![cell] };
        } else if self.plan.len() == 1 {
            // It is there, and waits until the move is made.
            return;
        } else {
            self.plan.remove(0);
        }
        self.person.take_to(self.plan[0].center(), time);
        self.waits_until = self.person.rests_at() + DOUBT;
    }

    /// The move was made: the person may think about the next one.
    fn made(&mut self, time: f64) {
        self.plan.clear();
        self.waits_until = time + 0.3;
    }
}

/// Renders and plays frame by frame.
#[derive(Debug)]
pub struct Show {
    scene: Scene,
    actor: Actor,
    pipeline: Pipeline,
    /// Frames for each second.
    rate: f64,
    n_frames: u64,
}

/// A frame of the show, and what happened in it.
#[derive(Debug)]
pub struct Scenelet {
    /// With the game drawn onto it.
    pub frame: Frame,
    /// As the camera sees it.
    pub bare: Frame,
    /// Where the person meant to play when a move was made, and the move.
    pub made: Option<(Option<Cell>, Cell)>,
}

impl Show {
    /// A show of the game in a pipeline.
    pub fn new(scene: Scene, pipeline: Pipeline, rate: f64) -> Self {
        Self { scene, actor: Actor::new(), pipeline, rate, n_frames: 0 }
    }

    pub fn game(&self) -> &Game {
        game_of(&self.pipeline)
    }

    pub const fn times(&mut self) -> &mut Times {
        &mut self.pipeline.times
    }

    pub fn advance(&mut self) -> anyhow::Result<Scenelet> {
        let time = self.n_frames as f64 / self.rate;
        let n_before = self.game().moves().len();
        let moment = self.actor.act(game_of(&self.pipeline), time);
        let target = self.actor.target();
        let (bare, _) = self.scene.render(&moment, self.n_frames);
        let mut frame = bare.clone();
        let sighting = self.pipeline.take(&mut frame, time)?;
        self.n_frames += 1;
        let made = match sighting.offer {
            Offer::Confirmed(cell) if self.game().moves().len() > n_before => {
                self.actor.made(time);
                Some((target, cell))
            }
            _ => None,
        };
        Ok(Scenelet { frame, bare, made })
    }

    pub fn is_over(&self) -> bool {
        matches!(self.game().situation().phase, Phase::Over(_))
    }
}

fn game_of(pipeline: &Pipeline) -> &Game {
    pipeline.game.as_ref().expect("a show is of a game")
}
