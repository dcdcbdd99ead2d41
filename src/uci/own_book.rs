//! The engine's own opening book (the option `OwnBook`).

use std::path::{Path, PathBuf};

use shakmaty::Move;
use thiserror::Error;

use super::options::Options;
use crate::{
    chess::Position,
    notation::polyglot::{Book, BookError},
    search::Limits,
};

/// The opening book, if one is loaded.
#[derive(Default)]
pub struct OwnBook(Option<Book>);

#[derive(Debug, Error)]
#[error("cannot use the book '{path}': {error}; keeping the old")]
pub struct LoadBookError {
    path: PathBuf,
    error: BookError,
}

impl OwnBook {
    /// Loads the book in a file, or unloads it. Returns a message for the user.
    ///
    /// # Errors
    ///
    /// The file is no book; the old book stays.
    pub fn replace(&mut self, path: Option<&Path>) -> Result<String, LoadBookError> {
        let Some(path) = path else {
            self.0 = None;
            return Ok("no opening book".to_owned());
        };
        let name = path.display();
        let book =
            Book::read(path).map_err(|error| LoadBookError { path: path.to_owned(), error })?;
        let said = format!("opening book '{name}', {} moves", book.size());
        self.0 = Some(book);
        Ok(said)
    }

    /// Returns the book's move when playing, not in analysis or mate search.
    pub fn choose(
        &self,
        options: &Options,
        position: &Position,
        limits: &Limits,
        ponder: bool,
    ) -> Option<Move> {
        let plays = !ponder
            && !limits.is_endless()
            && limits.mate.is_none()
            && limits.search_moves.is_none();
        let book = self.0.as_ref()?;
        if !options.own_book || options.analyse_mode || !plays {
            return None;
        }
        let chosen = if options.best_book_move {
            book.best(position)
        } else {
            book.draw(position, &mut rand::rng())
        };
        match chosen {
            Some(m) => log::debug!("book move {}", position.to_uci(m, false)),
            None => log::debug!("no book move"),
        }
        chosen
    }
}
