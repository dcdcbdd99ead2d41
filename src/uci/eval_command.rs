//! The static evaluation for people: what each piece adds to it, and what each output bucket says.

use std::{fmt::Write as _, sync::Arc};

use shakmaty::{Board, Color, File, Piece, Rank, Role, Square};

use super::presentation::Presentation;
use crate::{
    chess::{Game, score::Score},
    eval::{
        Evaluator,
        nnue::{NamedNetwork, features::output_bucket},
        wdl::centipawns,
    },
};

/// The board with what each piece adds, the output buckets, and the final evaluation; all in
/// pawns, in white's view. A mate or a stalemate needs no evaluation.
pub fn explain(
    network: &Arc<NamedNetwork>,
    game: &Game,
    presentation: &dyn Presentation,
) -> String {
    let position = game.position();
    if !position.has_legal_move()
        && let Some(ending) = game.ending()
    {
        return format!("Final evaluation: none, the game is over ({ending})");
    }

    const RULE: &str = "+-------+-------+-------+-------+-------+-------+-------+-------+\n";
    let turn = position.turn();
    let in_pawns = |score: Score| {
        format!("{:+.2}", f64::from(centipawns(turn.fold_wb(score, -score))) / 100.0)
    };
    // A piece is good for its own side, a score for White.
    let judge = |score: Score, side: Color, text: &str| {
        presentation.colour_by_sign(if side == turn { score } else { -score }, text)
    };
    let mut evaluator = Evaluator::new(Arc::clone(network));
    let mut value = |board: &Board| evaluator.outputs(board, turn)[bucket_of(board)];

    let board = position.board();
    let whole = value(board);
    let mut text = format!(
        "Network {}\n\nWhat the position is worth more for each piece, in pawns (white's view):\n{RULE}",
        network.name
    );
    for rank in Rank::ALL.into_iter().rev() {
        let (mut pieces, mut values) = (String::new(), String::new());
        for file in File::ALL {
            let square = Square::from_coords(file, rank);
            let piece = board.piece_at(square);
            let added = piece.filter(|piece| piece.role != Role::King).map(|piece| {
                let mut without = board.clone();
                without.discard_piece_at(square);
                let added = whole - value(&without);
                judge(added, piece.color, &format!("{:^7}", in_pawns(added)))
            });
            let letter = piece.map_or(' ', Piece::char).to_string();
            append(&mut pieces, format_args!("|   {}   ", presentation.bold(&letter)));
            append(&mut values, format_args!("|{}", added.as_deref().unwrap_or("       ")));
        }
        append(&mut text, format_args!("{pieces}|\n{values}|\n{RULE}"));
    }

    text.push_str("\nWhat each output says, by the number of pieces it is for:\n");
    for (bucket, score) in evaluator.outputs(board, turn).into_iter().enumerate() {
        let mut counts = (2..=32).filter(|&pieces| output_bucket(pieces) == bucket);
        let (first, last) = (counts.next(), counts.next_back());
        let counts = format!("{} to {}", first.unwrap_or_default(), last.unwrap_or_default());
        let used = if bucket == bucket_of(board) { "  <- used here" } else { "" };
        let score = judge(score, Color::White, &format!("{:>9}", in_pawns(score)));
        append(&mut text, format_args!("{counts:>8}{score}{used}\n"));
    }
    let score = evaluator.evaluate_once(position);
    let pawns = judge(score, Color::White, &in_pawns(score));
    text + &format!("\nFinal evaluation {pawns} (white's view)")
}

fn bucket_of(board: &Board) -> usize {
    output_bucket(board.occupied().count())
}

fn append(text: &mut String, more: std::fmt::Arguments<'_>) {
    text.write_fmt(more).expect("a String takes everything");
}
