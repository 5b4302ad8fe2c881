//! An engine that is a program of its own: an Othello machine at the end of a socket, which the
//! server lets sit at tables, and which can be killed.

use std::io::{self, Read, Write};
use std::net::{Ipv4Addr, TcpListener, TcpStream};
use std::process::{Child, Command, ExitCode, Stdio};
use std::thread;

use anyhow::Context;
use stonegate_othello::Board as Position;
use stonegate_protocols::go_link::FrameReader;
use stonegate_protocols::othello_link::{Reply, Request};

/// The process of a board, which always has the same port.
pub(super) struct Board {
    port: u16,
    process: Option<Child>,
}

impl Board {
    pub(super) fn start() -> anyhow::Result<Self> {
        // A port that was free a moment ago.
        let free = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).context("finding a port")?;
        let port = free.local_addr().context("finding a port")?.port();
        drop(free);
        let mut board = Self { port, process: None };
        board.revive()?;
        Ok(board)
    }

    /// What the server is told of it.
    pub(super) fn player(&self) -> String {
        format!("othello:board={}:{}", Ipv4Addr::LOCALHOST, self.port)
    }

    /// Starts it again.
    pub(super) fn revive(&mut self) -> anyhow::Result<()> {
        let mut command = Command::new(std::env::current_exe().context("finding this program")?);
        command.args(["board", &self.port.to_string()]);
        // It ends with us, who hold the other end.
        let process = command.stdin(Stdio::piped()).spawn();
        self.process = Some(process.context("starting a board")?);
        Ok(())
    }

    /// Ends it in the midst of what it does.
    pub(super) fn kill(&mut self) {
        if let Some(mut process) = self.process.take() {
            // It may have ended by itself.
            let _ = process.kill();
            let _ = process.wait();
        }
    }

    /// The number of the process, as text for commands.
    pub(super) fn process(&self) -> anyhow::Result<String> {
        Ok(self.process.as_ref().context("the board is not there")?.id().to_string())
    }
}

impl Drop for Board {
    fn drop(&mut self) {
        self.kill();
    }
}

/// Is such a board until standard input ends.
pub(super) fn be(port: u16) -> anyhow::Result<ExitCode> {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, port)).context("being a board")?;
    thread::spawn(move || {
        for stream in listener.incoming().flatten() {
            // Whoever goes away needs no answer.
            thread::spawn(move || answer(stream));
        }
    });
    io::copy(&mut io::stdin(), &mut io::sink()).context("waiting for the end")?;
    Ok(ExitCode::SUCCESS)
}

/// Answers every question with a legal move.
fn answer(mut stream: TcpStream) -> io::Result<()> {
    let (mut reader, mut byte) = (FrameReader::default(), [0]);
    loop {
        stream.read_exact(&mut byte)?;
        let request = reader.push(byte[0]).and_then(|content| Request::decode(&content));
        if let Some(Request { number, mover, opponent, .. }) = request {
            let legal = Position::new(mover, opponent).map_or(0, Position::legal_moves);
            let square = (legal != 0).then(|| legal.trailing_zeros() as u8);
            let reply = Reply::Move { number, square, value: 0, n_visits: 1 };
            stream.write_all(&reply.encode())?;
        }
    }
}
