//! A running engine, and a UCI conversation with it.

use std::{
    io::{BufRead, BufReader, Write},
    process::{Child, ChildStdin, ExitStatus, Stdio},
    sync::mpsc::{Receiver, RecvTimeoutError, channel},
    thread,
    time::{Duration, Instant},
};

use brudno::chess::Game;

use super::{
    command::{brudno, wait},
    report::Search,
};

/// How long a line may take before the engine counts as hung.
const HANG: Duration = Duration::from_secs(60);

/// An engine process. It is killed when dropped; a failing test prints the whole conversation.
pub struct Engine {
    process: Child,
    /// `None` once closed.
    stdin: Option<ChildStdin>,
    lines: Receiver<String>,
    transcript: Vec<String>,
    /// The position that the engine should have.
    pub game: Game,
    chess960: bool,
}

impl Engine {
    /// Starts the engine; nothing is sent yet.
    pub fn start() -> Engine {
        let mut command = brudno(&[]);
        command.stdin(Stdio::piped()).stderr(Stdio::null());
        let mut process = command.spawn().expect("the engine starts");
        let stdin = process.stdin.take();
        let stdout = process.stdout.take().expect("stdout is piped");
        let (sender, lines) = channel();
        thread::spawn(move || {
            for line in BufReader::new(stdout).lines().map_while(Result::ok) {
                if sender.send(line).is_err() {
                    return;
                }
            }
        });
        let game = Game::default();
        Engine { process, stdin, lines, transcript: Vec::new(), game, chess960: false }
    }

    /// Starts the engine with options set.
    pub fn with_options(options: &[(&str, &str)]) -> Engine {
        let mut engine = Engine::start();
        for (name, value) in options {
            engine.set_option(name, value);
        }
        engine
    }

    /// Sends one line.
    pub fn send(&mut self, line: &str) {
        self.send_bytes(format!("{line}\n").as_bytes());
    }

    /// Sends bytes as they are.
    pub fn send_bytes(&mut self, bytes: &[u8]) {
        let shown = String::from_utf8_lossy(&bytes[..bytes.len().min(200)]).trim_end().to_owned();
        self.transcript.push(format!("> {shown}"));
        let stdin = self.stdin.as_mut().expect("stdin is open");
        stdin.write_all(bytes).and_then(|()| stdin.flush()).expect("the engine listens");
    }

    /// Sets an option.
    pub fn set_option(&mut self, name: &str, value: &str) {
        if name.eq_ignore_ascii_case("UCI_Chess960") {
            self.chess960 = value == "true";
        }
        self.send(&format!("setoption name {name} value {value}"));
    }

    /// Sets up a position: `startpos` or a FEN, and moves with spaces between.
    pub fn position(&mut self, start: &str, moves: &str) {
        self.game = match start {
            "startpos" => Game::default(),
            fen => Game::from_fen(fen, self.chess960).expect("a test's FEN is valid"),
        };
        for text in moves.split_whitespace() {
            self.game.play_uci(text).expect("a test's moves are legal");
        }
        let fen = if start == "startpos" { "" } else { "fen " };
        let keyword = if moves.is_empty() { "" } else { " moves " };
        self.send(&format!("position {fen}{start}{keyword}{moves}"));
    }

    /// Returns the next line.
    pub fn line(&mut self) -> String {
        match self.lines.recv_timeout(HANG) {
            Ok(line) => {
                self.transcript.push(line.clone());
                line
            }
            Err(RecvTimeoutError::Timeout) => panic!("the engine hangs"),
            Err(RecvTimeoutError::Disconnected) => panic!("the engine is gone"),
        }
    }

    /// Returns the lines up to and including the first that `is_last` accepts.
    pub fn read_until(&mut self, is_last: impl Fn(&str) -> bool) -> Vec<String> {
        let mut lines = Vec::new();
        loop {
            lines.push(self.line());
            if lines.last().is_some_and(|line| is_last(line)) {
                return lines;
            }
        }
    }

    /// Sends `isready`. Returns the lines before `readyok`.
    pub fn sync(&mut self) -> Vec<String> {
        self.send("isready");
        let mut lines = self.read_until(|line| line == "readyok");
        lines.pop();
        lines
    }

    /// Sends a line that starts no search. Returns its output.
    pub fn ask(&mut self, line: &str) -> Vec<String> {
        self.send(line);
        self.sync()
    }

    /// Searches the position until the engine answers.
    pub fn search(&mut self, go: &str) -> Search {
        self.send(go);
        self.best_move()
    }

    /// Waits for the end of the running search, and checks its output.
    pub fn best_move(&mut self) -> Search {
        let lines = self.read_until(|line| line.starts_with("bestmove"));
        let search = Search::parse(&lines);
        search.check(&self.game, self.chess960);
        search
    }

    /// Checks that the running search does not answer for a while, then stops it.
    pub fn stop_after_a_while(&mut self) -> Search {
        self.expect_no_best_move(Duration::from_millis(200));
        self.send("stop");
        self.best_move()
    }

    /// Waits for `time`, and fails if the engine answers.
    pub fn expect_no_best_move(&mut self, time: Duration) {
        let end = Instant::now() + time;
        while let Ok(line) = self.lines.recv_timeout(end.saturating_duration_since(Instant::now()))
        {
            self.transcript.push(line.clone());
            assert!(!line.starts_with("bestmove"), "an answer that was not asked for");
        }
    }

    /// Returns the FEN that `d` prints.
    pub fn fen(&mut self) -> String {
        let lines = self.ask("d");
        let fen = lines.iter().find_map(|line| line.strip_prefix("Fen: "));
        fen.expect("d shows the FEN").trim().to_owned()
    }

    /// Checks that the engine has the position that it was last sent.
    pub fn expect_unchanged_position(&mut self) {
        assert_eq!(self.fen(), self.game.position().fen());
    }

    /// Returns the maximum of a spin option.
    pub fn option_maximum(&mut self, name: &str) -> u64 {
        self.send("uci");
        let lines = self.read_until(|line| line == "uciok");
        let prefix = format!("option name {name} type spin ");
        let option = lines.iter().find_map(|line| line.strip_prefix(&prefix));
        let maximum = option.and_then(|rest| rest.rsplit_once(" max ")).map(|(_, max)| max);
        maximum.expect("the option has a maximum").parse().expect("a number")
    }

    /// Returns the resident memory of the engine, KiB.
    #[cfg(target_os = "linux")]
    pub fn resident_kib(&self) -> u64 {
        let path = format!("/proc/{}/status", self.process.id());
        let status = std::fs::read_to_string(path).expect("the process can be asked");
        let resident = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
        let number = resident.and_then(|resident| resident.split_whitespace().next());
        number.expect("the status has the resident memory").parse().expect("a number")
    }

    /// Closes the engine's stdin.
    pub fn close_stdin(&mut self) {
        self.transcript.push("> (end of input)".to_owned());
        self.stdin = None;
    }

    /// Waits until the process ends by itself.
    pub fn wait(&mut self) -> ExitStatus {
        wait(&mut self.process)
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        // Fails only where the process has ended already.
        let _ = self.process.kill();
        let _ = self.process.wait();
        if thread::panicking() {
            eprintln!("{}", self.transcript.join("\n"));
        }
    }
}
