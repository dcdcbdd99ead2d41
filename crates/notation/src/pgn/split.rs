//! Finds the end of a game.

use brudno::notation::movetext::{is_space, is_tag_line};

use super::tokens::{Token, TokenKind};

/// State of reading the tokens of a game.
#[derive(Clone, Copy)]
pub(super) enum Part {
    Before,
    Tags,
    /// Moves, with the depth of nested variations.
    Moves(usize),
    /// After the result, which begins at this byte.
    Ended(usize),
}

impl Part {
    /// Returns true if the token after those of a draft belongs to the next game.
    pub fn is_ended_by(self, token: &Token<'_>, text: &str, draft: &[Token<'_>]) -> bool {
        match (self, &token.kind) {
            // A game may consist of tags only.
            (Part::Tags, TokenKind::Tag(name, _)) => {
                let is_same = |other: &Token<'_>| match other.kind {
                    TokenKind::Tag(other, _) => other.eq_ignore_ascii_case(name),
                    _ => false,
                };
                begins_paragraph(text, token.at) && draft.iter().any(is_same)
            }
            (Part::Moves(_), TokenKind::Tag(..)) => is_tag_line(&text[token.at..]),
            // The next game has no tags, and this one has no result, or has it inside a variation.
            (Part::Moves(depth), TokenKind::Number { number: 1, is_black: false }) => {
                let is_over =
                    || draft.last().is_some_and(|last| matches!(last.kind, TokenKind::Result(_)));
                let begins =
                    begins_paragraph(text, token.at) || paragraph_start(text, draft) < draft.len();
                begins && (depth == 0 || is_over())
            }
            // A comment on the result is in the same paragraph.
            (Part::Ended(result), TokenKind::Comment(_)) => text[result..token.at].contains("\n\n"),
            (Part::Ended(_), TokenKind::Fault(_)) => false,
            (Part::Ended(_), _) => true,
            _ => false,
        }
    }

    pub fn after(self, token: &Token<'_>) -> Part {
        match (self, &token.kind) {
            (Part::Before, TokenKind::Tag(..)) => Part::Tags,
            (Part::Moves(0) | Part::Before | Part::Tags, TokenKind::Result(_)) => {
                Part::Ended(token.at)
            }
            (Part::Moves(depth), TokenKind::Open) => Part::Moves(depth + 1),
            (Part::Moves(depth), TokenKind::Close) => Part::Moves(depth.saturating_sub(1)),
            (Part::Before | Part::Tags, TokenKind::Word(_) | TokenKind::Number { .. }) => {
                Part::Moves(0)
            }
            (Part::Before | Part::Tags, TokenKind::Open) => Part::Moves(1),
            _ => self,
        }
    }
}

/// Returns true if there is an empty line before this byte.
fn begins_paragraph(text: &str, at: usize) -> bool {
    let before = &text[..at];
    before[before.trim_end_matches(is_space).len()..].matches('\n').count() > 1
}

/// Returns the index of the first comment after the moves that begins a paragraph, or the end.
pub(super) fn paragraph_start(text: &str, draft: &[Token<'_>]) -> usize {
    let remarks = draft.iter().rev().take_while(|token| token.is_remark()).count();
    let moves = draft.len() - remarks;
    let start = draft[moves..].iter().position(|token| begins_paragraph(text, token.at));
    start.map_or(draft.len(), |start| moves + start)
}
