//! Every path that this processor has equals the plain code bit for bit.

use proptest::{array::uniform2, collection::vec, prelude::*};

use super::*;

/// A value for each neuron, many of them at the ends of a range.
fn values(most: i16) -> impl Strategy<Value = Vec<i16>> {
    let value = prop_oneof![4 => -most..=most, 1 => Just(-most), 1 => Just(most), 1 => Just(0)];
    vec(value, HIDDEN)
}

fn row(values: &[i16]) -> &Values {
    values.first_chunk().unwrap()
}

fn paths() -> impl Iterator<Item = Path> {
    Path::available().filter(|&path| path != Path(Set::Scalar))
}

#[test]
fn plain_code_is_always_there_and_comes_last() {
    assert_eq!(Path::available().last(), Some(Path(Set::Scalar)));
    assert_eq!(Path::available().next(), Some(Path::best()));
}

proptest! {
    #[test]
    fn updates_agree(
        source in values(i16::MAX),
        added in vec(values(i16::MAX), 0..5),
        removed in vec(values(i16::MAX), 0..5),
    ) {
        let source = row(&source);
        let added: Vec<&Values> = added.iter().map(|values| row(values)).collect();
        let removed: Vec<&Values> = removed.iter().map(|values| row(values)).collect();
        let mut expected = [0; HIDDEN];
        scalar::update(source, &mut expected, &added, &removed);
        for path in paths() {
            let mut found = [0; HIDDEN];
            path.update(source, &mut found, &added, &removed);
            prop_assert_eq!(found, expected, "{}", path.name());
            path.update(&found.clone(), &mut found, &removed, &added);
            prop_assert_eq!(&found, source, "{}, back", path.name());
        }
    }

    #[test]
    fn outputs_agree(
        // Around the range of activations, and far out of it.
        near in uniform2(values(600)),
        far in uniform2(values(i16::MAX)),
        weights in uniform2(values(127)),
    ) {
        let weights = weights.map(|weights| *row(&weights));
        for [us, them] in [near, far] {
            let (us, them) = (row(&us), row(&them));
            let expected = scalar::output(us, them, &weights);
            for path in paths() {
                prop_assert_eq!(path.output(us, them, &weights), expected, "{}", path.name());
            }
        }
    }
}

#[test]
fn the_largest_outputs_agree() {
    for (value, weight) in [(i16::MAX, 127), (i16::MAX, -127), (255, 127), (i16::MIN, 127)] {
        let (values, weights) = ([value; HIDDEN], [[weight; HIDDEN]; 2]);
        let expected = scalar::output(&values, &values, &weights);
        for path in paths() {
            assert_eq!(path.output(&values, &values, &weights), expected, "{}", path.name());
        }
    }
}
