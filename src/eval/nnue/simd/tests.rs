//! Every supported backend against plain code, bit for bit.

use std::{
    ops::Range,
    sync::{Arc, LazyLock},
};

use proptest::{
    array::{uniform2, uniform16},
    collection::vec,
    prelude::*,
};

use crate::eval::nnue::{
    feature_delta::Inputs,
    features::OUTPUT_BUCKETS,
    file::NamedNetwork,
    simd::*,
    tests::{Random, random_network},
};

/// Values for all neurons, many of them at the ends of the range.
fn values(most: i16) -> impl Strategy<Value = Vec<i16>> {
    let value = prop_oneof![4 => -most..=most, 1 => Just(-most), 1 => Just(most), 1 => Just(0)];
    vec(value, L1)
}

fn row(values: &[i16]) -> &NeuronRow {
    values.first_chunk().unwrap()
}

fn activate(backend: Backend, us: &NeuronRow, them: &NeuronRow) -> Activations {
    let mut activations = Activations::zeroed();
    backend.activate(us, them, &mut activations);
    activations
}

fn backends() -> impl Iterator<Item = Backend> {
    Backend::available().filter(|&backend| backend != Backend(Isa::Scalar))
}

#[test]
fn plain_code_is_always_there_and_comes_last() {
    assert_eq!(Backend::available().last(), Some(Backend(Isa::Scalar)));
    assert_eq!(Backend::available().next(), Some(Backend::best()));
}

proptest! {
    #[test]
    fn updates_agree(
        source in values(i16::MAX),
        pieces in vec(values(i16::MAX), 4),
        narrow in vec(vec(any::<i8>(), L1), 6),
        (more, less) in (0..=4_u16, 0..=6_u16),
    ) {
        let source = row(&source);
        let pieces: Vec<NeuronRow> = pieces.iter().map(|values| *row(values)).collect();
        let narrow: Vec<NarrowRow> =
            narrow.iter().map(|values| *values.first_chunk().unwrap()).collect();
        let weights = Weights { pieces: &pieces, narrow: &narrow };
        // The other perspective's index is out of range: the kernel must not use it.
        let inputs = |pieces: Range<u16>, narrow: Range<u16>| Inputs {
            pieces: pieces.map(|index| [u16::MAX, index]).collect(),
            narrow: narrow.map(|index| [u16::MAX, index]).collect(),
        };
        let there = FeatureDelta { added: inputs(0..more, 0..less), removed: inputs(more..4, less..6) };
        let back = FeatureDelta { added: inputs(more..4, less..6), removed: inputs(0..more, 0..less) };
        let mut expected = [0; L1];
        scalar::update(source, &mut expected, weights, &there, Color::White);
        for backend in backends() {
            let mut found = [0; L1];
            backend.update(source, &mut found, weights, &there, Color::White);
            prop_assert_eq!(found, expected, "{}", backend.name());
            backend.update(&found.clone(), &mut found, weights, &back, Color::White);
            prop_assert_eq!(&found, source, "{}, back", backend.name());
        }
    }

    #[test]
    fn activations_agree(
        // Around the range of neurons, and far out of it.
        near in uniform2(values(600)),
        far in uniform2(values(i16::MAX)),
    ) {
        for [us, them] in [near, far] {
            let (us, them) = (row(&us), row(&them));
            let expected = activate(Backend(Isa::Scalar), us, them);
            for backend in backends() {
                prop_assert_eq!(activate(backend, us, them), expected.clone(), "{}", backend.name());
            }
        }
    }

    #[test]
    fn sums_agree(
        most in 1_u8..=127,
        zeros in 0_u8..=100,
        seed in any::<u64>(),
    ) {
        let mut random = Random(seed);
        let mut activation = || {
            let zero = random.below(100) < zeros.into();
            if zero { 0 } else { random.below(usize::from(most) + 1) as u8 }
        };
        let activations = Activations([(); 2 * PAIRS].map(|()| activation()));
        let mut weights = [[[0; 4]; L2]; BLOCKS];
        weights.as_flattened_mut().as_flattened_mut().fill_with(|| random.within(127) as i8);
        let expected = scalar::propagate(&activations, &weights);
        for backend in backends() {
            prop_assert_eq!(backend.propagate(&activations, &weights), expected, "{}", backend.name());
        }
    }

    #[test]
    fn outputs_agree(sums in uniform16(-30_000..30_000), bucket in 0..OUTPUT_BUCKETS) {
        let network = &*NETWORK.network;
        let expected = scalar::output(&sums, network, bucket);
        for backend in backends() {
            let found = backend.output(&sums, network, bucket);
            prop_assert_eq!(found.to_bits(), expected.to_bits(), "{}", backend.name());
        }
    }
}

static NETWORK: LazyLock<Arc<NamedNetwork>> = LazyLock::new(|| random_network(14));

#[test]
fn the_largest_values_agree() {
    for value in [i16::MIN, -1, 0, 1, 254, 255, 256, i16::MAX] {
        for other in [i16::MIN, -1, 0, 1, 255, i16::MAX] {
            let mut values = [value; L1];
            values[PAIRS..].fill(other);
            let expected = activate(Backend(Isa::Scalar), &values, &values);
            for backend in backends() {
                assert_eq!(activate(backend, &values, &values), expected, "{}", backend.name());
            }
        }
    }
    for (activation, weight) in [(127, 127), (127, -127), (0, 127)] {
        let activations = Activations([activation; 2 * PAIRS]);
        let weights = [[[weight; 4]; L2]; BLOCKS];
        let expected = scalar::propagate(&activations, &weights);
        for backend in backends() {
            assert_eq!(backend.propagate(&activations, &weights), expected, "{}", backend.name());
        }
    }
    for sum in [i32::MIN, -12_387_072, 12_387_072, i32::MAX] {
        let expected = scalar::output(&[sum; L2], &NETWORK.network, 3);
        for backend in backends() {
            let found = backend.output(&[sum; L2], &NETWORK.network, 3);
            assert_eq!(found.to_bits(), expected.to_bits(), "{}", backend.name());
        }
    }
}
