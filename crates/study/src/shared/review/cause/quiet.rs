//! Reasons other than mate and material: draws, pawn endings, passed pawns, attacks, castling and
//! time.

use brudno::{
    chess::{Ending, Game, Position, from_square},
    eval::wdl::centipawns,
    search::ScoredLine,
};
use shakmaty::{Bitboard, Color, File, Move, Position as _, Rank, Role, Square};

use super::JudgedMove;
use crate::shared::review::{
    reason::{Draw, Fault, Feat, Unit},
    rest::{Effort, Line, Probe, is_violent},
    tactics::wins_on,
};

/// Length of the part of a line in which reasons are looked for, plies.
const NEAR: usize = 9;
/// Plies in which an exchange into a pawn ending has to end.
const EXCHANGE: usize = 4;
/// Maximum number of searches that follow a line to a draw.
const PROBES: usize = 3;
/// Maximum score of further searches of a drawn line, centipawns.
const DRAWN: i32 = 40;
/// Centipawns of a clear advantage.
const CLEAR: i32 = 100;
/// Centipawns of a won pawn ending.
const WON: i32 = 250;
/// Maximum centipawn losses that the right to castle and a gain of time explain.
const WORTH_OF_CASTLING: i32 = 250;
const WORTH_OF_TIME: i32 = 1000;
/// Plies after which the right to castle is lost.
const CASTLING: usize = 2;
/// Number of checks of an attack that begins with one. Another attack needs one more.
const CHECKS: usize = 2;

impl JudgedMove<'_> {
    pub(super) fn quiet(&self, probe: &mut Probe<'_>) -> Option<Fault> {
        let [before, after] = [centipawns(self.before.score), -centipawns(self.after.score)];
        let [lost, missed] = [before >= CLEAR && after == 0, before == 0 && after <= -CLEAR];
        if let Some(draw) = lost.then(|| draw(self.next, self.after, probe)).flatten() {
            let shown = super::first(self.after);
            return Some(Fault::Allows { feat: Feat::Draw(draw), shown });
        }
        if let Some(draw) = missed.then(|| draw(self.game, self.before, probe)).flatten() {
            let shown = super::first(self.before);
            return Some(Fault::Misses { feat: Feat::Draw(draw), shown });
        }
        let reply = Line::new(self.next.position(), head(self.after));
        let best = Line::new(self.game.position(), head(self.before));
        self.pawn_ending(&reply, &best, [before, after])
            .or_else(|| self.passed_pawn(&reply, &best))
            .or_else(|| self.attack(&reply, &best))
            .or_else(|| self.castling(&reply, &best))
            .or_else(|| self.tempo(&reply, &best))
    }

    /// Returns the fault if the player loses the right to castle only after the move.
    fn castling(&self, reply: &Line, best: &Line) -> Option<Fault> {
        let side = self.game.position().turn();
        let may_castle = |position: &Position| position.chess().castles().has_color(side);
        if self.loss() > WORTH_OF_CASTLING {
            return None;
        }
        let lost = reply.positions.iter().position(|position| !may_castle(position))?;
        let castles = |line: &Line| line.moves.iter().any(|m| m.is_castle());
        let is_kept = castles(best) || may_castle(best.end());
        let is_lost = may_castle(self.game.position()) && !self.m.is_castle() && !castles(reply);
        (is_kept && is_lost && lost <= CASTLING).then(|| Fault::Allows {
            feat: Feat::Castling,
            shown: reply.moves[..lost.max(1).min(reply.moves.len())].to_vec(),
        })
    }

    /// Returns the fault if the best reply attacks a piece, which has to move away, or if the best
    /// move would have done so.
    fn tempo(&self, reply: &Line, best: &Line) -> Option<Fault> {
        if self.loss() > WORTH_OF_TIME {
            return None;
        }
        let theirs = attacked(reply);
        if let Some(unit) = theirs {
            let shown = super::first(self.after);
            return Some(Fault::Allows { feat: Feat::Tempo(unit), shown });
        }
        let unit = attacked(best)?;
        Some(Fault::Misses { feat: Feat::Tempo(unit), shown: super::first(self.before) })
    }

    /// Returns the fault if the move begins or allows an exchange into a lost pawn ending, or if the
    /// best move would have begun one into a won pawn ending.
    fn pawn_ending(&self, reply: &Line, best: &Line, scores: [i32; 2]) -> Option<Fault> {
        let enters = |line: &Line| line.positions.iter().take(EXCHANGE + 1).any(is_pawn_ending);
        let [before, after] = scores;
        if is_pawn_ending(self.game.position()) {
            None
        } else if enters(reply) && after <= -WON {
            Some(Fault::Allows { feat: Feat::PawnEnding, shown: super::first(self.after) })
        } else {
            (enters(best) && !enters(reply) && before >= WON)
                .then(|| Fault::Misses { feat: Feat::PawnEnding, shown: super::first(self.before) })
        }
    }

    /// Returns the fault if a passed pawn runs in the line after the move, or would have run in the
    /// best one.
    fn passed_pawn(&self, reply: &Line, best: &Line) -> Option<Fault> {
        let [theirs, ours] = [running_pawn(reply, 0), running_pawn(best, 0)];
        let [theirs_anyway, ours_anyway] = [running_pawn(best, 1), running_pawn(reply, 1)];
        if let Some((pawn, ply)) = theirs.filter(|_| theirs_anyway.is_none()) {
            let shown = reply.moves[..=ply].to_vec();
            return Some(Fault::Allows { feat: Feat::PassedPawn(pawn), shown });
        }
        let (pawn, ply) = ours.filter(|_| ours_anyway.is_none())?;
        Some(Fault::Misses { feat: Feat::PassedPawn(pawn), shown: best.moves[..=ply].to_vec() })
    }

    /// Returns the fault if the king is attacked by checks of an opponent with a queen only after
    /// the move, or if the best line would have attacked the other king so.
    fn attack(&self, reply: &Line, best: &Line) -> Option<Fault> {
        let is_attack = |line: &Line, first: usize| {
            let attacker = line.positions[first.min(line.moves.len())].turn();
            let board = line.start().board();
            let has_queen = (board.queens() & board.by_color(attacker)).any();
            let checks = checks(line, first);
            let begins = line.positions.get(first + 1).is_some_and(Position::is_check);
            has_queen && (checks > CHECKS || begins && checks == CHECKS)
        };
        if is_attack(reply, 0) && !is_attack(best, 1) {
            return Some(Fault::Allows { feat: Feat::Attack, shown: super::first(self.after) });
        }
        (is_attack(best, 0) && !is_attack(reply, 1))
            .then(|| Fault::Misses { feat: Feat::Attack, shown: super::first(self.before) })
    }
}

/// Returns the piece that the first move of a line attacks, if it would be lost, was not attacked
/// before, and moves away next.
fn attacked(line: &Line) -> Option<Unit> {
    let (&first, &second) = (line.moves.first()?, line.moves.get(1)?);
    let (before, after) = (&line.positions[0], &line.positions[1]);
    let square = from_square(second);
    let role = after.board().role_at(square).filter(|&role| role != Role::Pawn)?;
    let attacks = after.board().attacks_from(first.to()).contains(square);
    let is_lost = after.play_null().is_some_and(|passed| wins_on(&passed, square));
    let is_calm = !is_violent(first) && !is_violent(second);
    (attacks && is_lost && is_calm && !wins_on(before, square)).then_some(Unit { role, square })
}

/// Returns true if there are only kings and pawns, and at least one pawn.
fn is_pawn_ending(position: &Position) -> bool {
    let board = position.board();
    board.pawns().any() && board.occupied() == board.kings() | board.pawns()
}

/// Returns the first moves of a line.
fn head(line: &ScoredLine) -> &[Move] {
    &line.pv[..line.pv.len().min(NEAR)]
}

/// Counts the checks of the side that moves at ply `first`.
fn checks(line: &Line, first: usize) -> usize {
    (first..line.moves.len()).step_by(2).filter(|ply| line.positions[ply + 1].is_check()).count()
}

/// Returns how a line of score 0 ends in a draw, if further searches find no more in it.
fn draw(start: &Game, line: &ScoredLine, probe: &mut Probe<'_>) -> Option<Draw> {
    let draw = followed_to_draw(start, line, probe)?;
    let efforts = [Effort::Independent, Effort::Continued];
    let scores = efforts.map(|effort| probe(start, effort).map(|found| centipawns(found.score)));
    scores.iter().all(|score| score.is_some_and(|score| score.abs() <= DRAWN)).then_some(draw)
}

/// Returns how a line ends in a draw. Short searches follow it if it ends before.
fn followed_to_draw(start: &Game, line: &ScoredLine, probe: &mut Probe<'_>) -> Option<Draw> {
    let mut game = start.clone();
    let side = game.position().turn();
    let mut quiet_moves = 0;
    let mut line = line.pv.clone();
    for _ in 0..=PROBES {
        for m in line {
            let mover = game.position().turn();
            game.play(m);
            if mover == side && !game.position().is_check() {
                quiet_moves += 1;
            }
            match game.ending() {
                Some(Ending::Stalemate) => return Some(Draw::Stalemate),
                Some(Ending::InsufficientMaterial) => return Some(Draw::Material),
                _ => {}
            }
        }
        if game.has_repetition() {
            return Some(if quiet_moves == 0 { Draw::Perpetual } else { Draw::Repetition });
        }
        let next = probe(&game, Effort::Short)?;
        if centipawns(next.score) != 0 {
            return None;
        }
        line = next.pv;
    }
    None
}

/// Returns the passed pawn of the side that moves at ply `first` which advances in a line up to its
/// seventh rank, or at least twice up to its sixth, and is not taken. With it comes the ply of its
/// first advance.
fn running_pawn(line: &Line, first: usize) -> Option<(Unit, usize)> {
    let side = line.positions.get(first)?.turn();
    (first..line.moves.len()).step_by(2).find_map(|ply| {
        let m = line.moves[ply];
        let start = from_square(m);
        let is_pawn = m.role() == Role::Pawn && !m.is_capture();
        if !is_pawn || !is_passed(&line.positions[ply], start, side) {
            return None;
        }
        let (mut square, mut advances) = (m.to(), 1);
        for (later, &other) in line.moves.iter().enumerate().skip(ply + 1) {
            if other.to() == square {
                return None;
            }
            if (later - first).is_multiple_of(2) && from_square(other) == square {
                square = other.to();
                advances += 1;
            }
        }
        let rank = side.fold_wb(square.rank(), square.rank().flip_vertical());
        let pawn = Unit { role: Role::Pawn, square: start };
        let is_far = rank >= Rank::Seventh || advances >= 2 && rank == Rank::Sixth;
        is_far.then_some((pawn, ply))
    })
}

/// Returns true if no enemy pawn can stop or take a pawn on its way.
fn is_passed(position: &Position, square: Square, side: Color) -> bool {
    let files = File::ALL.into_iter().filter(|file| square.file().distance(*file) <= 1);
    let files = files.fold(Bitboard::EMPTY, |files, file| files | Bitboard::from_file(file));
    let is_ahead = |other: &Square| {
        let [own, other] = [square.rank(), other.rank()];
        side.fold_wb(other > own, other < own)
    };
    let board = position.board();
    let enemies = board.pawns() & board.by_color(!side) & files;
    !enemies.into_iter().any(|other| is_ahead(&other))
}
