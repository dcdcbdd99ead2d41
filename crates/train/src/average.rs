//! Averages the weights of networks that were fine-tuned from a common ancestor. The average has
//! smaller errors than each network (Wortsman et al., "Robust fine-tuning of zero-shot models" and
//! "Model soups", 2022).

use brudno::{
    eval::nnue::{
        file::{floats, floats_mut},
        network::Network,
    },
    platform::memory::HugePageBox,
};

/// Returns the weighted average of networks. The shares need not sum to 1.
///
/// # Panics
///
/// Panics if the shares sum to 0.
pub fn average(networks: &[(&Network, f64)]) -> HugePageBox<Network> {
    let sum: f64 = networks.iter().map(|(_, share)| share).sum();
    assert!(sum > 0.0, "positive shares");
    let parts: Vec<(&Network, f64)> =
        networks.iter().map(|&(network, share)| (network, share / sum)).collect();
    let mut mean = Network::zeroed();
    let to = mean.feature_weights.as_flattened_mut();
    fill(to, &parts, |network| network.feature_weights.as_flattened(), |x| whole(x) as i16);
    let to = &mut mean.feature_biases;
    fill(to, &parts, |network| &network.feature_biases, |x| whole(x) as i16);
    let to = mean.narrow_weights.as_flattened_mut();
    fill(to, &parts, |network| network.narrow_weights.as_flattened(), |x| whole(x) as i8);
    let to: &mut [i8] = bytemuck::cast_slice_mut(&mut mean.l2_weights);
    fill(to, &parts, |network| bytemuck::cast_slice(&network.l2_weights), |x| whole(x) as i8);
    for (index, to) in floats_mut(&mut mean).into_iter().enumerate() {
        fill(to, &parts, |network| floats(network)[index], |x| x as f32);
    }
    mean
}

/// Rounds half to even: rounding away from zero would increase the weights.
fn whole(x: f64) -> f64 {
    x.round_ties_even()
}

/// Sets a part of the average.
fn fill<T: Copy + Into<f64>>(
    to: &mut [T],
    networks: &[(&Network, f64)],
    part: impl Fn(&Network) -> &[T],
    convert: impl Fn(f64) -> T,
) {
    let parts: Vec<(&[T], f64)> =
        networks.iter().map(|&(network, share)| (part(network), share)).collect();
    for (index, to) in to.iter_mut().enumerate() {
        *to = convert(parts.iter().map(|(part, share)| share * part[index].into()).sum());
    }
}

#[cfg(test)]
mod tests {
    use brudno::eval::nnue::NamedNetwork;
    use rand::{Rng as _, SeedableRng as _};
    use rand_chacha::ChaCha8Rng;

    use super::*;

    fn random_network(seed: u64) -> HugePageBox<Network> {
        let mut random = ChaCha8Rng::seed_from_u64(seed);
        let mut network = Network::zeroed();
        network.feature_weights.as_flattened_mut().fill_with(|| random.random_range(-60..=60));
        network.narrow_weights.as_flattened_mut().fill_with(|| random.random_range(-40..=40));
        network.feature_biases.fill_with(|| random.random_range(-150..=150));
        let l2_weights: &mut [i8] = bytemuck::cast_slice_mut(&mut network.l2_weights);
        l2_weights.fill_with(|| random.random_range(-30..=30));
        for floats in floats_mut(&mut network) {
            floats.fill_with(|| random.random_range(-1.0..=1.0));
        }
        network
    }

    #[test]
    fn a_mean_lies_between_its_networks() {
        let [one, other] = [21, 22].map(random_network);
        let (one, other) = (&*one, &*other);
        let mean = average(&[(one, 1.0), (other, 3.0)]);
        let weights = |network: &Network| -> Vec<f64> {
            let features =
                network.feature_weights.as_flattened().iter().chain(&network.feature_biases);
            let l2: &[i8] = bytemuck::cast_slice(&network.l2_weights);
            let bytes = network.narrow_weights.as_flattened().iter().chain(l2);
            let floats = floats(network).into_iter().flatten();
            let all = features.map(|&weight| f64::from(weight));
            all.chain(bytes.map(|&weight| f64::from(weight)))
                .chain(floats.map(|&weight| f64::from(weight)))
                .collect()
        };
        let mut rounded = 0;
        for ((a, b), mean) in weights(one).into_iter().zip(weights(other)).zip(weights(&mean)) {
            let exact = (a + 3.0 * b) / 4.0;
            assert!((mean - exact).abs() <= 0.5, "{mean} for {exact}");
            rounded += usize::from(mean != exact);
        }
        assert!(rounded > 0);
        assert!(*average(&[(one, 0.3)]) == *one);
        assert!(*average(&[(one, 2.0), (one, 5.0)]) == *one);
        let named = NamedNetwork { network: mean, name: "mean".into(), note: String::new() };
        assert!(named.encode().is_ok());
    }

    #[test]
    fn halves_make_nothing_larger() {
        let [mut one, mut other] = [Network::zeroed(), Network::zeroed()];
        one.feature_biases[..4].copy_from_slice(&[1, -1, 3, -3]);
        other.feature_biases[..4].copy_from_slice(&[2, -2, 2, -2]);
        assert_eq!(average(&[(&one, 1.0), (&other, 1.0)]).feature_biases[..4], [2, -2, 2, -2]);
    }
}
