//! Lines and columns of bytes.

use brudno::notation::movetext::Location;

/// Finds the line and the column of a byte.
pub(super) fn location(text: &str, at: usize) -> Location {
    Locations::new(text).find(at)
}

/// Finds lines and columns of bytes, in linear time if they ascend.
pub(super) struct Locations<'a> {
    text: &'a str,
    at: usize,
    found: Location,
}

impl<'a> Locations<'a> {
    pub const fn new(text: &'a str) -> Locations<'a> {
        Locations { text, at: 0, found: Location { line: 1, column: 1 } }
    }

    pub fn find(&mut self, at: usize) -> Location {
        if at < self.at {
            *self = Locations::new(self.text);
        }
        let between = &self.text[self.at..at];
        match between.rfind('\n') {
            None => self.found.column += between.chars().count(),
            Some(end) => {
                self.found.line += between.matches('\n').count();
                self.found.column = between[end + 1..].chars().count() + 1;
            }
        }
        self.at = at;
        self.found
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_count_from_one() {
        assert_eq!(location("ab\ncé d", 7), Location { line: 2, column: 4 });
        assert_eq!(location("x", 0), Location { line: 1, column: 1 });
    }
}
