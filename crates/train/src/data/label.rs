//! Replaces scores with those of another program, the teacher.

use std::{
    cell::Cell,
    io::{self, Write},
    path::{Path, PathBuf},
    process::ChildStdin,
    slice,
    sync::Arc,
    thread,
};

use brudno::chess::score::Score;
use crossbeam_channel::{Receiver, Sender, bounded, unbounded};

use super::{
    error::{DataError, Location, Unit},
    files::{Copied, OnProgress, visit_families, visit_games},
    output::Output,
    packed::{Families, PackedPosition},
    position_file::POSITIONS_HEADER,
    record::Record,
    teacher::{Answers, Question, Teacher, TeacherError},
};

/// Positions per batch. A game or family is not split.
const BATCH: usize = 4096;
/// Batches queued for a teacher.
const QUEUE: usize = 4;

/// Numbers of written games and positions.
#[derive(Debug, Default)]
pub struct Labelled {
    /// Number of all games and positions.
    pub copied: Copied,
    /// Number of positions without an answer. They are dropped from files of positions, and
    /// unchanged in games.
    pub unanswered: u64,
}

/// Writes the games or positions of `input` with scores from `threads` processes of `command`. A
/// process reads one FEN per line and answers each with one line. The answer is White's score in
/// the data's units, an integer, or `none`. The output does not depend on the number of processes.
///
/// A teacher may delay its answers until the end of its input, because the questions do not wait
/// for them.
///
/// # Errors
///
/// [`DataError::Teacher`], damaged files, illegal moves, and I/O errors.
pub fn label(
    input: &Path,
    mut output: Output,
    command: &str,
    threads: usize,
    progress: OnProgress<'_>,
) -> Result<Labelled, DataError> {
    let input = input.to_owned();
    let unit = Unit::of(slice::from_ref(&input))?;
    if unit == Unit::Position {
        output.write_bytes(&POSITIONS_HEADER)?;
    }
    let mut labelled = Labelled::default();
    let mut teachers = Vec::new();
    let mut pipes = Vec::new();
    for _ in 0..threads {
        let (teacher, stdin, answers) = Teacher::start(command)?;
        teachers.push(teacher);
        pipes.push((stdin, answers));
    }
    thread::scope(|scope| {
        let (mut queues, mut results) = (Vec::new(), Vec::new());
        for (stdin, answers) in pipes {
            let (queue, batches) = bounded(QUEUE);
            let (to_listener, asked) = unbounded();
            let (done, result) = unbounded();
            scope.spawn(move || ask(&batches, stdin, &to_listener));
            scope.spawn(move || listen(&asked, answers, &done));
            queues.push(queue);
            results.push(result);
        }
        let reading = scope.spawn(|| read(&input, unit, Dealer { queues, turn: 0, questions: 0 }));
        let mut written = write(&results, &mut output, &mut labelled, progress);
        match &mut written {
            Ok(()) => {
                let mut statuses = teachers.iter_mut().filter_map(Teacher::status);
                if let Some(status) = statuses.find(|status| !status.success()) {
                    written = Err((0, TeacherError::Failed(status).into()));
                }
            }
            Err((index, DataError::Teacher(error))) => {
                if let TeacherError::Silent(question) = error
                    && let Some(status) = teachers[*index].status()
                {
                    *error = TeacherError::Ended(status, question.clone());
                }
            }
            Err(_) => {}
        }
        // Unblocks the threads that wait for a teacher.
        teachers.clear();
        let read = reading.join().expect("reading does not panic");
        written.map_err(|(_, error)| error)?;
        labelled.copied.truncated = read?;
        Ok::<(), DataError>(())
    })?;
    output.finish()?;
    Ok(labelled)
}

enum Content {
    Games(Vec<(Location, Record)>),
    /// Complete families.
    Positions(Vec<PackedPosition>),
}

/// A batch of questions.
struct Batch {
    content: Content,
    /// Number of questions before the batch.
    before: u64,
    /// Offset of the end of the batch in the input, bytes.
    bytes: u64,
}

impl Batch {
    /// Returns the lines for the teacher.
    fn questions(&self) -> Result<Vec<u8>, DataError> {
        let mut text = Vec::new();
        let mut ask = |fen: &str| {
            text.extend_from_slice(fen.as_bytes());
            text.push(b'\n');
        };
        match &self.content {
            Content::Games(games) => {
                for (place, record) in games {
                    record
                        .replay(|game, _, _| ask(&game.position().fen()))
                        .map_err(|error| place.damaged(error))?;
                }
            }
            Content::Positions(positions) => {
                for position in positions {
                    ask(&position.to_fen().expect("families are made of checked positions"));
                }
            }
        }
        Ok(text)
    }
}

/// Distributes batches to the teachers in turn.
struct Dealer {
    queues: Vec<Sender<Batch>>,
    turn: usize,
    questions: u64,
}

impl Dealer {
    /// Sends a batch. The reader of a failed teacher reports its error.
    fn deal(&mut self, content: Content, questions: usize, bytes: u64) -> io::Result<()> {
        let batch = Batch { content, before: self.questions, bytes };
        self.questions += questions as u64;
        self.turn += 1;
        self.queues[(self.turn - 1) % self.queues.len()]
            .send(batch)
            .map_err(|_| io::ErrorKind::BrokenPipe.into())
    }
}

/// Reads the input until it ends or a teacher fails. Returns truncated files.
fn read(input: &PathBuf, unit: Unit, mut dealer: Dealer) -> Result<Vec<DataError>, DataError> {
    let inputs = slice::from_ref(input);
    let bytes = Cell::new(0);
    let progress = |read| bytes.set(read);
    let mut deal = |content, questions| {
        dealer.deal(content, questions, bytes.get()).map_err(DataError::io(input))
    };
    match unit {
        Unit::Game => {
            let (mut games, mut questions) = (Vec::new(), 0);
            let truncated = visit_games(inputs, &progress, |place, record| {
                questions += record.len();
                games.push((place.clone(), record.clone()));
                if questions < BATCH {
                    return Ok(());
                }
                deal(Content::Games(std::mem::take(&mut games)), std::mem::take(&mut questions))
            })?;
            deal(Content::Games(games), questions)?;
            Ok(truncated)
        }
        Unit::Position => {
            let mut positions = Vec::new();
            let truncated = visit_families(inputs, &progress, |family| {
                positions.extend_from_slice(family);
                if positions.len() < BATCH {
                    return Ok(());
                }
                let positions = std::mem::take(&mut positions);
                let questions = positions.len();
                deal(Content::Positions(positions), questions)
            })?;
            let questions = positions.len();
            deal(Content::Positions(positions), questions)?;
            Ok(truncated)
        }
    }
}

/// A batch sent to the teacher.
struct Asked {
    batch: Batch,
    text: Arc<[u8]>,
}

/// Writes the questions to a teacher's input.
fn ask(
    batches: &Receiver<Batch>,
    mut stdin: ChildStdin,
    listener: &Sender<Result<Asked, DataError>>,
) {
    for batch in batches {
        let asked = batch.questions().map(|text| Asked { batch, text: text.into() });
        let text = asked.as_ref().ok().map(|asked| Arc::clone(&asked.text));
        // The reader reports the missing answers.
        let is_asked =
            listener.send(asked).is_ok() && text.is_some_and(|text| stdin.write_all(&text).is_ok());
        if !is_asked {
            return;
        }
    }
}

/// A batch with its scores.
#[derive(Default)]
struct Answered {
    bytes: Vec<u8>,
    games: u64,
    positions: u64,
    unanswered: u64,
    /// Offset of the end of the batch in the input, bytes.
    read: u64,
}

/// Reads a teacher's answers.
fn listen(
    asked: &Receiver<Result<Asked, DataError>>,
    mut answers: Answers,
    done: &Sender<Result<Answered, DataError>>,
) {
    for asked in asked {
        let answered = asked.and_then(|asked| Ok(answer(asked, &mut answers)?));
        let failed = answered.is_err();
        // The writer no longer exists if another teacher has failed.
        if done.send(answered).is_err() || failed {
            return;
        }
    }
    let extra = match answers.next_line() {
        Ok(None) => return,
        Ok(Some(line)) => TeacherError::Extra(String::from_utf8_lossy(line).into_owned()),
        Err(error) => error,
    };
    let _ = done.send(Err(extra.into()));
}

fn answer(asked: Asked, answers: &mut Answers) -> Result<Answered, TeacherError> {
    let Asked { batch: Batch { content, before, bytes: read }, text } = asked;
    let mut answered = Answered { read, ..Answered::default() };
    let mut index = 0;
    let mut next_score = || {
        index += 1;
        answers.next_score(|| {
            let fen = text.split(|&byte| byte == b'\n').nth(index - 1).unwrap_or_default();
            let fen = String::from_utf8_lossy(fen).into_owned();
            Question { number: before + index as u64, fen }
        })
    };
    match content {
        Content::Games(games) => {
            for (_, record) in games {
                let mut scores: Vec<Score> = record.scores().collect();
                for score in &mut scores {
                    match next_score()? {
                        Some(label) => *score = label,
                        None => answered.unanswered += 1,
                    }
                }
                record
                    .rescored(&scores)
                    .write_to(&mut answered.bytes)
                    .expect("memory can be written to");
                answered.games += 1;
                answered.positions += scores.len() as u64;
            }
        }
        Content::Positions(positions) => {
            let mut families = Families::default();
            for mut position in positions {
                let score = next_score()?;
                families.next(&mut position, score.is_some());
                if let Some(score) = score {
                    position.set_score(score as i16);
                    answered.bytes.extend_from_slice(bytemuck::bytes_of(&position));
                    answered.positions += 1;
                } else {
                    answered.unanswered += 1;
                }
            }
        }
    }
    Ok(answered)
}

/// Writes the batches in their order. An error has the number of its teacher.
fn write(
    results: &[Receiver<Result<Answered, DataError>>],
    output: &mut Output,
    labelled: &mut Labelled,
    progress: OnProgress<'_>,
) -> Result<(), (usize, DataError)> {
    for index in (0..results.len()).cycle() {
        // If a teacher has no batch, there are no more batches.
        let Ok(answered) = results[index].recv() else { break };
        let blame = |error| (index, error);
        let answered = answered.map_err(blame)?;
        output.write_bytes(&answered.bytes).map_err(blame)?;
        labelled.copied.games += answered.games;
        labelled.copied.positions += answered.positions;
        labelled.unanswered += answered.unanswered;
        progress(answered.read);
    }
    let mut left = results.iter().enumerate().flat_map(|(index, result)| {
        result.iter().filter_map(move |answered| Some((index, answered.err()?)))
    });
    left.next().map_or(Ok(()), Err)
}
