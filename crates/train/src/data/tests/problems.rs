//! Tests of problems of games, statistics and the filter.

use super::*;

#[test]
fn what_is_wrong_with_a_game_is_found() {
    let black = Some(Color::Black);
    assert_eq!(problems(&record(&FOOLS_MATE, black)), []);
    assert_eq!(problems(&record(&FOOLS_MATE[..3], black)), []);
    for (game, winner, message) in [
        (
            &FOOLS_MATE[..],
            None,
            "the result is 1/2-1/2, but the result of the last position is 0-1",
        ),
        (
            &FOOLS_MATE,
            Some(Color::White),
            "the result is 1-0, but the result of the last position is 0-1",
        ),
        (&FOOLS_MATE[..2], Some(Color::White), "the result is 1-0, but white's last score is -80"),
    ] {
        let found = problems(&record(game, winner));
        assert_eq!(found.iter().map(Problem::to_string).collect::<Vec<_>>(), [message]);
    }

    let mut illegal = Record::new(&Position::startpos());
    for _ in 0..2 {
        illegal.push(Position::startpos().parse_uci("e2e4").unwrap(), 0);
    }
    let found = problems(&illegal);
    assert_eq!(found.len(), 1);
    assert!(found[0].to_string().contains("move 2, e2e4, is not legal"), "{}", found[0]);

    let mut bytes = bytes_of(&[record(&FOOLS_MATE, black)]);
    bytes[HEADER + 2..][..2].copy_from_slice(&i16::MIN.to_le_bytes());
    assert_eq!(problems(&read(&bytes).0[0]), [Problem::Score(1, -32_768)]);
}

#[test]
fn statistics_count_everything_once() {
    let games = games(60, 10);
    // The scores are random, and half of them are decided.
    let filter =
        Filter { max_score: MATE, decided: MATE / 2, decided_share: 0.5, ..Filter::default() };
    let mut stats = Stats::new(filter.clone(), true);
    let (mut quiet, mut decided) = (0, 0);
    for game in &games {
        stats.add(game).unwrap();
        let mut ply = game.first_ply();
        game.replay(|game, m, score| {
            let position = game.position();
            let fits = ply >= filter.min_ply
                && !position.is_check()
                && !is_tactical(m)
                && position.halfmoves() <= filter.max_halfmoves;
            quiet += u64::from(fits && score.abs() <= filter.decided);
            decided += u64::from(fits && score.abs() > filter.decided);
            ply += 1;
        })
        .unwrap();
    }
    let kept = quiet + decided / 2;
    let positions = games.iter().map(Record::len).sum::<usize>() as u64;
    assert_eq!((stats.games(), stats.positions(), stats.kept()), (60, positions, kept));
    assert!(quiet > 0 && decided > 0);
    assert_eq!(stats.scores.iter().map(|bucket| bucket.positions).sum::<u64>(), positions);
    assert_eq!(stats.phases.iter().sum::<u64>(), positions);
    assert_eq!(stats.plies.iter().sum::<u64>(), positions);
    let once = stats.duplicates().unwrap();
    for game in &games {
        stats.add(game).unwrap();
    }
    assert_eq!(stats.duplicates(), Some(2 * once + positions - once));
}

#[test]
fn scores_fall_into_the_bucket_that_names_them() {
    for (score, label) in [
        (0, "within ±9"),
        (-9, "within ±9"),
        (10, "+10 to +49"),
        (-2500, "-2500 to -29999"),
        (31_999, "+30000 and beyond"),
    ] {
        let mut stats = Stats::new(Filter::default(), false);
        stats.add(&record(&[("e2e4", score)], None)).unwrap();
        let bucket = stats.scores.iter().position(|bucket| bucket.positions == 1).unwrap();
        assert_eq!(score_bucket_label(bucket), label, "{score}");
        assert_eq!(stats.scores[bucket].half_points, 1);
    }
}

#[test]
fn the_filter_names_its_reason() {
    let filter = Filter::default();
    let good = Candidate { ply: 40, halfmoves: 3, score: 120, in_check: false, tactical: false };
    let decided = filter.decided + 1;
    for (candidate, expected) in [
        (good, None),
        (Candidate { ply: filter.min_ply, ..good }, None),
        (Candidate { ply: filter.min_ply - 1, ..good }, Some(Rejection::Early)),
        (Candidate { in_check: true, ..good }, Some(Rejection::Check)),
        (Candidate { tactical: true, ..good }, Some(Rejection::Tactical)),
        (Candidate { halfmoves: filter.max_halfmoves + 1, ..good }, Some(Rejection::Still)),
        (Candidate { score: -filter.decided, ..good }, None),
        (Candidate { score: -decided, ..good }, Some(Rejection::Decided)),
        (Candidate { score: filter.max_score + 1, ..good }, Some(Rejection::Extreme)),
    ] {
        assert_eq!(filter.reject(candidate, |_| false), expected, "{candidate:?}");
    }
    let share = |share| {
        assert_eq!(share, filter.decided_share);
        true
    };
    assert_eq!(filter.reject(Candidate { score: decided, ..good }, share), None);
}
