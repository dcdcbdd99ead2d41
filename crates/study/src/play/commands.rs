//! Commands at the prompt.

use brudno::uci::nearest;

/// Command at the prompt. Everything else is a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PlayCommand {
    /// Empty line.
    Nothing,
    /// `hint`
    Hint,
    /// `threat`
    Threat,
    /// `eval`
    Eval,
    /// `undo`
    Undo,
    /// `review`
    Review,
    /// `silent`
    Silent,
    /// `draw`
    Draw,
    /// `accept`
    Accept,
    /// `resign`
    Resign,
    /// `level`
    Level,
    /// `clock`
    Clock,
    /// `switch`
    Switch,
    /// `new`
    New,
    /// `load`
    Load,
    /// `board`
    Board,
    /// `fen`
    Fen,
    /// `pgn`
    Pgn,
    /// `help`
    Help,
    /// `quit`
    Quit,
}

/// Names of the commands. The first name of a command is its main one.
const NAMES: [(&str, PlayCommand); 24] = [
    ("hint", PlayCommand::Hint),
    ("threat", PlayCommand::Threat),
    ("eval", PlayCommand::Eval),
    ("undo", PlayCommand::Undo),
    ("takeback", PlayCommand::Undo),
    ("take-back", PlayCommand::Undo),
    ("review", PlayCommand::Review),
    ("silent", PlayCommand::Silent),
    ("draw", PlayCommand::Draw),
    ("accept", PlayCommand::Accept),
    ("resign", PlayCommand::Resign),
    ("level", PlayCommand::Level),
    ("elo", PlayCommand::Level),
    ("clock", PlayCommand::Clock),
    ("switch", PlayCommand::Switch),
    ("new", PlayCommand::New),
    ("load", PlayCommand::Load),
    ("board", PlayCommand::Board),
    ("fen", PlayCommand::Fen),
    ("pgn", PlayCommand::Pgn),
    ("help", PlayCommand::Help),
    ("?", PlayCommand::Help),
    ("quit", PlayCommand::Quit),
    ("exit", PlayCommand::Quit),
];

/// Help text.
pub const HELP: &str = "\
Nf3, g1f3, O-O, e8=Q  play a move; e4 e5 Nf3 if you expect the answer e5
hint                  show a reason for the best move; repeated, the move
threat                show the opponent's threat
eval                  show the evaluation
undo, takeback        take back your last move and the answer
review                show the accuracy, and try again at your mistakes
silent [on|off]       switch the remarks on mistakes and the review off or on
draw, accept          offer a draw; accept a draw or a resignation
resign                resign the game
level [NAME|ELO]      list the levels, or change the engine's
clock [off|5+3]       change or stop the clocks
switch                play on with the other side
new [white|black] [chess960 [NUMBER]]
                      start another game
load FILE [MOVE]      continue a PGN game from its end or a move (12 or 12...)
board, fen            draw the board, or print the position as FEN
pgn [FILE]            write the game, annotated unless silent
quit                  end the program";

impl PlayCommand {
    /// Parses a command from the first word of a line and the rest.
    pub fn parse(word: &str, rest: &str) -> Option<PlayCommand> {
        if word.is_empty() {
            return Some(PlayCommand::Nothing);
        }
        if word.eq_ignore_ascii_case("take") && rest.trim().eq_ignore_ascii_case("back") {
            return Some(PlayCommand::Undo);
        }
        let mut names = NAMES.iter();
        names.find(|(name, _)| name.eq_ignore_ascii_case(word)).map(|&(_, command)| command)
    }

    /// Returns the name that a mistyped word is closest to.
    pub fn meant(word: &str) -> Option<&'static str> {
        nearest(word, NAMES.map(|(name, _)| name))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_command_is_in_the_help_which_fits_a_terminal() {
        for (name, command) in NAMES {
            assert_eq!(PlayCommand::parse(name, ""), Some(command));
            let is_left_out = ["take-back", "exit", "help", "?", "elo"].contains(&name);
            assert!(is_left_out || HELP.contains(name), "{name}");
        }
        assert!(HELP.lines().count() < 23 && HELP.lines().all(|line| line.len() <= 80));
        assert_eq!(PlayCommand::parse("take", "back"), Some(PlayCommand::Undo));
        assert_eq!(PlayCommand::parse("take", "d4"), None);
    }

    #[test]
    fn mistyped_commands_are_suggested() {
        for (word, meant) in [
            ("hnit", Some("hint")),
            ("thraet", Some("threat")),
            ("udno", Some("undo")),
            ("takebak", Some("takeback")),
            ("resing", Some("resign")),
            ("qwerty", None),
        ] {
            assert_eq!(PlayCommand::meant(word), meant, "{word}");
        }
    }
}
