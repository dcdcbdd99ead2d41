//! Commands at the prompt.

use std::io::Write;

use brudno::{chess::PositionError, terminal::display::role_name, uci::nearest};
use shakmaty::Role;

use super::{PlayError, PlaySession};

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
    /// `resign`
    Resign,
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
const NAMES: [(&str, PlayCommand); 18] = [
    ("hint", PlayCommand::Hint),
    ("threat", PlayCommand::Threat),
    ("eval", PlayCommand::Eval),
    ("undo", PlayCommand::Undo),
    ("takeback", PlayCommand::Undo),
    ("take-back", PlayCommand::Undo),
    ("review", PlayCommand::Review),
    ("silent", PlayCommand::Silent),
    ("draw", PlayCommand::Draw),
    ("resign", PlayCommand::Resign),
    ("new", PlayCommand::New),
    ("load", PlayCommand::Load),
    ("board", PlayCommand::Board),
    ("fen", PlayCommand::Fen),
    ("pgn", PlayCommand::Pgn),
    ("help", PlayCommand::Help),
    ("quit", PlayCommand::Quit),
    ("exit", PlayCommand::Quit),
];

/// Help text.
pub const HELP: &str = "\
Nf3, g1f3, O-O, e8=Q  play a move
hint                  show a reason for the best move; repeated, the move
threat                show the opponent's threat
eval                  show the evaluation
undo, takeback        take back your last move and the answer
review                show accuracy and turning points of the game
silent [on|off]       switch the remarks on mistakes and the review off or on
draw                  offer a draw, or accept one
resign                resign the game
new [white|black] [chess960 [NUMBER]]
                      start another game
load FILE [MOVE]      continue a PGN game from its end or a move (12 or 12...)
board                 draw the board
fen                   print the position as FEN
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

impl<W: Write> PlaySession<W> {
    /// Handles the answer to the question for a promotion piece. Asks again unless the answer is a
    /// piece, a command or another move. Returns false to quit.
    pub(super) fn promote(
        &mut self,
        pawn_move: String,
        word: &str,
        rest: &str,
    ) -> Result<bool, PlayError> {
        if let Some(piece) = promoted(word) {
            self.enter(&format!("{pawn_move}={piece}"))?;
            return Ok(true);
        }
        let command = PlayCommand::parse(word, rest);
        let is_command = command.is_some_and(|command| command != PlayCommand::Nothing);
        let is_move = || {
            let parsed = self.game.current().position().parse_move(word);
            matches!(parsed, Ok(_) | Err(PositionError::Promotion(_)))
        };
        if is_command || is_move() {
            let before = (self.game.moves().len(), self.game.current().position().key());
            let goes_on = self.run(word, rest)?;
            let after = (self.game.moves().len(), self.game.current().position().key());
            // `help` and similar commands leave the question open.
            let is_open = before == after && self.game.ending().is_none();
            if goes_on && is_open && self.promoting.is_none() {
                self.ask_for_piece(pawn_move)?;
            }
            return Ok(goes_on);
        }
        if !word.is_empty() {
            self.say(&format!("no piece to promote to: {word}"))?;
        }
        self.ask_for_piece(pawn_move)?;
        Ok(true)
    }

    /// Asks for the piece of a promotion.
    pub(super) fn ask_for_piece(&mut self, pawn_move: String) -> Result<(), PlayError> {
        self.say(&format!("{pawn_move} promotes: to Q, R, B or N?"))?;
        self.promoting = Some(pawn_move);
        Ok(())
    }
}

/// Returns the letter of a promotion piece, from its letter or name.
fn promoted(word: &str) -> Option<char> {
    let word = word.trim_start_matches('=').to_ascii_lowercase();
    let is_named = |role: &Role| word == role_name(*role) || word == role.char().to_string();
    let roles = [Role::Queen, Role::Rook, Role::Bishop, Role::Knight];
    roles.into_iter().find(is_named).map(Role::upper_char)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_command_is_in_the_help_which_fits_a_terminal() {
        for (name, command) in NAMES {
            assert_eq!(PlayCommand::parse(name, ""), Some(command));
            let is_left_out = ["take-back", "exit", "help"].contains(&name);
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
