//! A table that somebody has open, driven with the means of a browser.

use std::collections::BTreeMap;
use std::sync::Arc;

use serde_json::Value;
use stonegate_arena::line_names;
use stonegate_compile::RefereeError;
use stonegate_minds::Level;
use stonegate_tables::{
    Answer, Circumstances, Command, Effect, Event, Game, Guest, Page, Play, Question, QuestionId,
    Refusal, Reply, SeatRequest, Situation, StoredMove, StoredTable, Table, TokenHash,
};

use crate::game::PageGame;
use crate::host::Host;
use crate::merged::Merged;
use crate::message::{FromArena, Order, ThinkerAnswer, ThinkerQuestion};
use crate::players::Method;

/// A table with those who look at it.
#[derive(Debug)]
pub(crate) struct Desk {
    pub(crate) game: Arc<PageGame>,
    pub(crate) stored: StoredTable,
    table: Table,
    /// So many think about a position at a time, where that helps.
    n_thinkers: usize,
    host: Host,
    /// Those who look at it, by their sockets.
    guests: BTreeMap<u64, Guest>,
    /// Thoughts that must not be seen yet, the latest of each question.
    hidden: BTreeMap<QuestionId, Option<String>>,
    /// What is thought about each question.
    thoughts: BTreeMap<QuestionId, Merged>,
    /// What was last said of the position.
    shown: Vec<(Vec<String>, String)>,
}

impl Desk {
    pub(crate) fn open(
        stored: StoredTable,
        game: Arc<PageGame>,
        n_thinkers: usize,
        host: Host,
    ) -> Result<Self, RefereeError> {
        let rules = Arc::clone(&game) as Arc<dyn Game>;
        let (seed, now) = ((host.random)(), host.seconds());
        let play = Play::resume(rules, &stored.status, stored.moves.clone(), seed, now)?;
        Ok(Self {
            game,
            stored,
            table: Table::new(play),
            n_thinkers,
            host,
            guests: BTreeMap::new(),
            hidden: BTreeMap::new(),
            thoughts: BTreeMap::new(),
            shown: Vec::new(),
        })
    }

    pub(crate) fn is_watched(&self) -> bool {
        !self.guests.is_empty()
    }

    /// Somebody comes to look.
    pub(crate) fn join(&mut self, socket: u64, token: Option<&str>, out: &mut Vec<FromArena>) {
        // What a browser keeps is its visitor's own, also if the tokens are lost.
        let guest = Guest { is_host: true, token: token.map(TokenHash::of) };
        self.guests.insert(socket, guest.clone());
        self.handle(Event::Came(guest.clone()), out);
        self.show_table(out);
        let positions = self.positions();
        out.push(FromArena::Message { socket, text: self.position_for(&positions, &guest) });
        self.shown = positions;
    }

    /// Somebody has left.
    pub(crate) fn leave(&mut self, socket: u64, out: &mut Vec<FromArena>) {
        if self.guests.remove(&socket).is_some() {
            self.handle(Event::Left, out);
            if !self.is_watched() {
                out.push(FromArena::Thinker(Order::Forget { table: self.stored.id.clone() }));
            }
        }
    }

    /// Somebody says something. The number of a page is that of its socket.
    pub(crate) fn say(&mut self, socket: Page, text: &str, out: &mut Vec<FromArena>) {
        let Some(guest) = self.guests.get(&socket).cloned() else { return };
        match Command::parse(text) {
            Ok(command) => {
                let came = self.host.seconds();
                self.handle(Event::Command { guest, page: socket, command, came }, out);
            }
            Err(refusal) => tell(socket, &Reply::Error(refusal), out),
        }
    }

    /// The game can be played on something better.
    pub(crate) fn improve(&mut self, out: &mut Vec<FromArena>) {
        self.handle(Event::Improved, out);
    }

    pub(crate) fn go_on(&mut self, out: &mut Vec<FromArena>) {
        self.handle(Event::GoOn, out);
    }

    pub(crate) fn take_thoughts(
        &mut self,
        id: QuestionId,
        thinker: usize,
        text: &str,
        out: &mut Vec<FromArena>,
    ) {
        if !self.table.knows(id) {
            return;
        }
        // A thinker does not know the board.
        let layout = self.game.layout();
        let name = |line: &[Vec<String>]| line_names(layout, line);
        let text = self.thoughts.entry(id).or_default().take(thinker, text, &name);
        match self.hidden.get_mut(&id) {
            Some(latest) => *latest = Some(text),
            None => self.show(&text, out),
        }
    }

    pub(crate) fn take_answer(
        &mut self,
        question: QuestionId,
        answer: Option<ThinkerAnswer>,
        problem: String,
        out: &mut Vec<FromArena>,
    ) {
        let thoughts = self.thoughts.remove(&question).unwrap_or_default();
        if self.n_thinkers > 1 {
            // The others need not go on.
            out.push(FromArena::Thinker(Order::Cancel { table: self.stored.id.clone(), question }));
        }
        let answer = answer.ok_or(problem).map(|answer| {
            let answer = thoughts.improve(answer);
            let ThinkerAnswer { action, value, values } = answer;
            Answer { action, value, values }
        });
        self.handle(Event::Answer { question, answer }, out);
    }

    pub(crate) fn situation(&self, ply: usize) -> Result<Situation, Refusal> {
        self.table.play().situation(ply)
    }

    /// The moves up to a position, and who sits where.
    pub(crate) fn branch(
        &self,
        ply: usize,
    ) -> Result<(Vec<StoredMove>, Vec<SeatRequest>), Refusal> {
        self.table.play().branch(ply)
    }

    /// The next game with the same people, if there is one.
    pub(crate) fn next(&self) -> Option<&str> {
        self.table.play().next()
    }

    /// A table for another game with the same people.
    pub(crate) fn next_table(&self) -> StoredTable {
        let created = self.host.milliseconds();
        let status = self.table.play().fresh_status();
        let (id, moves) = (self.host.id(), Vec::new());
        StoredTable { id, created, touched: created, status, moves, ..self.stored.clone() }
    }

    pub(crate) fn set_next(&mut self, id: String, out: &mut Vec<FromArena>) {
        let effects = self.table.set_next(id);
        self.carry_out(effects, out);
    }

    /// Sends everybody away.
    pub(crate) fn close(mut self, out: &mut Vec<FromArena>) {
        let effects = self.table.close();
        self.carry_out(effects, out);
        out.extend(self.guests.keys().map(|&socket| FromArena::Closed { socket }));
        out.push(FromArena::Thinker(Order::Forget { table: self.stored.id }));
    }

    /// The game so far, for other programs.
    pub(crate) fn record(&self) -> Value {
        let play = self.table.play();
        let view = self.table.view(&self.stored.id, 0);
        serde_json::json!({
            "matchId": self.stored.id,
            "game": self.stored.game,
            "rules": self.game.text(),
            "gameRoleNames": view.game.roles,
            "playerNamesFromHost": view.seats.iter().map(|seat| &seat.player).collect::<Vec<_>>(),
            "startTime": self.stored.created,
            "moves": play.moves_for(&[]),
            "percepts": if play.keeps_secrets() { &[] } else { play.percepts() },
            "isCompleted": view.over.is_some(),
            "goalValues": view.over.map(|over| over.goals),
        })
    }

    fn handle(&mut self, event: Event, out: &mut Vec<FromArena>) {
        let circumstances = Circumstances {
            now: self.host.seconds(),
            is_watched: self.is_watched(),
            // Where nothing can be kept the page says so, and the game goes on.
            is_storing: true,
        };
        let effects = self.table.handle(event, circumstances);
        self.carry_out(effects, out);
        let Self { table, hidden, thoughts, .. } = self;
        hidden.retain(|&question, _| table.knows(question));
        thoughts.retain(|&question, _| table.knows(question));
    }

    fn carry_out(&mut self, effects: Vec<Effect>, out: &mut Vec<FromArena>) {
        for effect in effects {
            match effect {
                Effect::Think(question) => self.ask(question, out),
                Effect::Cancel(question) => {
                    out.push(FromArena::Thinker(Order::Cancel {
                        table: self.stored.id.clone(),
                        question,
                    }));
                }
                Effect::Reveal(question) => {
                    if let Some(text) = self.hidden.remove(&question).flatten() {
                        self.show(&text, out);
                    }
                }
                Effect::Tell { page, reply } => tell(page, &reply, out),
                Effect::Complain(refusal) => {
                    let text = to_json(&Reply::Error(refusal));
                    self.show(&text, out);
                }
                Effect::Publish { keep, moves, status } => {
                    self.stored.moves.truncate(keep);
                    self.stored.moves.extend(moves);
                    self.stored.status = status;
                    self.stored.touched = self.host.milliseconds();
                    let (id, table) = (self.stored.id.clone(), Some(self.stored.clone()));
                    // What is stored comes before what is shown, and whoever passes both on waits.
                    out.push(FromArena::StoreTable { id, table });
                    self.show_table(out);
                    let positions = self.positions();
                    if positions != self.shown {
                        self.show_positions(&positions, out);
                        self.shown = positions;
                    }
                }
                Effect::GoOn => out.push(FromArena::GoOn { table: self.stored.id.clone() }),
            }
        }
    }

    fn ask(&mut self, question: Question, out: &mut Vec<FromArena>) {
        if question.is_hidden {
            self.hidden.insert(question.id, None);
        }
        let role = question.role.index();
        // Trees of random games can be added up; what else there is thinks alone, and so does who
        // plays below its strength.
        let is_search = self.game.dedicated().is_none()
            && question.sights.is_none()
            && question.player.as_ref().is_none_or(|player| {
                matches!(Method::parse(player, 0), Ok(Method::Mcts(_, Level::MAX)))
            });
        // Only the first compiles a game that somebody has brought.
        let n_thinkers = if is_search && self.game.is_settled() { self.n_thinkers } else { 1 };
        let question = ThinkerQuestion {
            table: self.stored.id.clone(),
            question: question.id,
            thinker: 0,
            game: self.game.id.clone(),
            sheet: self.game.sheet(),
            line: question.line,
            sights: question.sights,
            role,
            role_name: self.game.roles()[role].clone(),
            aim: question.aim.into(),
            player: question.player,
            seconds: question.seconds,
        };
        let all = (0..n_thinkers).map(|thinker| ThinkerQuestion { thinker, ..question.clone() });
        out.extend(all.map(|question| FromArena::Thinker(Order::Think { question })));
    }

    /// The position as those see it who play some roles, and as all others do.
    fn positions(&self) -> Vec<(Vec<String>, String)> {
        let play = self.table.play();
        let message = |roles: &[String]| {
            to_json(&Reply::Position { position: Box::new(play.view_for(roles)) })
        };
        let audiences = play.audiences().into_iter();
        audiences.map(|roles| (roles.clone(), message(&roles))).collect()
    }

    fn show_positions(&self, positions: &[(Vec<String>, String)], out: &mut Vec<FromArena>) {
        for (&socket, guest) in &self.guests {
            let text = self.position_for(positions, guest);
            out.push(FromArena::Message { socket, text });
        }
    }

    /// What a guest sees of the position.
    fn position_for(&self, positions: &[(Vec<String>, String)], guest: &Guest) -> String {
        let roles = self.table.play().rights(guest).roles;
        let own = positions.iter().find(|(audience, _)| *audience == roles);
        own.or(positions.first()).map(|(_, text)| text.clone()).unwrap_or_default()
    }

    fn show_table(&self, out: &mut Vec<FromArena>) {
        let view = self.table.view(&self.stored.id, self.guests.len());
        let now = self.host.seconds();
        for (&socket, guest) in &self.guests {
            out.push(FromArena::Message { socket, text: to_json(&view.message(guest, now)) });
        }
    }

    fn show(&self, text: &str, out: &mut Vec<FromArena>) {
        let messages = self.guests.keys();
        out.extend(messages.map(|&socket| FromArena::Message { socket, text: text.to_owned() }));
    }
}

fn tell(socket: u64, reply: &Reply, out: &mut Vec<FromArena>) {
    out.push(FromArena::Message { socket, text: to_json(reply) });
}

fn to_json(message: &impl serde::Serialize) -> String {
    serde_json::to_string(message).expect("texts and numbers are JSON")
}
