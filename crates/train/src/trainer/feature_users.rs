//! The accumulators that use each feature, for the backward pass.

use brudno::eval::nnue::features::{INPUTS, NARROW_FEATURES};

/// The features of a part in ascending order, with their users.
#[derive(Default)]
pub struct FeatureUsers {
    ranges: Vec<UserRange>,
    /// Users of all features, those that add a feature before those that remove it.
    users: Vec<u16>,
    /// Numbers of users by feature, then the places of the next ones.
    places: Vec<[u32; 2]>,
}

/// A feature, and where its users end.
struct UserRange {
    input: u16,
    added: u32,
    removed: u32,
}

impl FeatureUsers {
    /// Sorts the features that each accumulator adds and removes.
    pub fn sort<'a>(&mut self, accumulators: impl Iterator<Item = [&'a [u16]; 2]> + Clone) {
        let FeatureUsers { ranges, users, places } = self;
        places.clear();
        places.resize(INPUTS + NARROW_FEATURES, [0; 2]);
        for inputs in accumulators.clone() {
            for (kind, inputs) in inputs.into_iter().enumerate() {
                inputs.iter().for_each(|&input| places[usize::from(input)][kind] += 1);
            }
        }
        ranges.clear();
        let mut end = 0;
        for (input, places) in places.iter_mut().enumerate() {
            let [adding, removing] = *places;
            if adding + removing > 0 {
                let middle = end + adding;
                *places = [end, middle];
                end = middle + removing;
                ranges.push(UserRange { input: input as u16, added: middle, removed: end });
            }
        }
        users.resize(end as usize, 0);
        for (number, inputs) in accumulators.enumerate() {
            for (kind, inputs) in inputs.into_iter().enumerate() {
                for &input in inputs {
                    let place = &mut places[usize::from(input)][kind];
                    users[*place as usize] = number as u16;
                    *place += 1;
                }
            }
        }
    }

    /// Returns the features, each with the numbers of the accumulators that add and remove it.
    #[inline(always)]
    pub fn iter(&self) -> impl Iterator<Item = (u16, [&[u16]; 2])> {
        let mut start = 0;
        self.ranges.iter().map(move |range| {
            let (middle, end) = (range.added as usize, range.removed as usize);
            let users = [&self.users[start..middle], &self.users[middle..end]];
            start = end;
            (range.input, users)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn features_have_their_users_in_order() {
        let accumulators: [[&[u16]; 2]; 3] = [[&[9, 4], &[]], [&[4], &[9, 2]], [&[4], &[4]]];
        let mut users = FeatureUsers::default();
        // Nothing of another part stays.
        users.sort([[&[1, 2, 3][..], &[5]]].into_iter());
        users.sort(accumulators.into_iter());
        let expected: [(u16, [&[u16]; 2]); 3] =
            [(2, [&[], &[1]]), (4, [&[0, 1, 2], &[2]]), (9, [&[0], &[1]])];
        assert!(users.iter().eq(expected));
    }
}
