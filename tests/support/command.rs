//! Processes of the engine and of its companion.

use std::{
    io::{Read, Write as _},
    process::{Child, Command, ExitStatus, Output, Stdio},
    thread::{self, JoinHandle},
    time::{Duration, Instant},
};

/// The binary of the package that is tested.
pub const BRUDNO: &str =
    match (option_env!("CARGO_BIN_EXE_brudno"), option_env!("CARGO_BIN_EXE_brudno-study")) {
        (Some(engine), _) => engine,
        (None, Some(study)) => study,
        (None, None) => panic!("the package has no binary"),
    };

/// How long a process may take before it counts as hung.
const HANG: Duration = Duration::from_secs(120);

/// Returns the command of the tested program with arguments, an empty input, and both outputs piped.
pub fn brudno(arguments: &[&str]) -> Command {
    piped(BRUDNO, arguments)
}

/// Returns a shell command, with an empty input and both outputs piped.
#[cfg(unix)]
pub fn shell(script: &str) -> Command {
    piped("sh", &["-c", script])
}

/// Returns a command with arguments, an empty input, and both outputs piped.
pub fn piped(program: &str, arguments: &[&str]) -> Command {
    let mut command = Command::new(program);
    command.args(arguments);
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

/// Runs a command to its end.
///
/// # Panics
///
/// The process hangs.
pub fn finish(command: &mut Command) -> Output {
    finish_process(command.spawn().expect("the process starts"))
}

/// Runs a command with an input to its end.
///
/// # Panics
///
/// The process hangs.
pub fn finish_with_input(command: &mut Command, input: &str) -> Output {
    let mut process = command.stdin(Stdio::piped()).spawn().expect("the process starts");
    let mut stdin = process.stdin.take().expect("stdin is piped");
    let input = input.to_owned();
    // The process may end before it has read everything.
    let writer = thread::spawn(move || drop(stdin.write_all(input.as_bytes())));
    let output = finish_process(process);
    writer.join().expect("the writer does not panic");
    output
}

/// Waits until a process ends by itself, and collects its outputs.
///
/// # Panics
///
/// The process hangs.
pub fn finish_process(mut process: Child) -> Output {
    drop(process.stdin.take());
    let (stdout, stderr) = (read(process.stdout.take()), read(process.stderr.take()));
    let status = wait(&mut process);
    let [stdout, stderr] =
        [stdout, stderr].map(|reader| reader.join().expect("the reader does not panic"));
    Output { status, stdout, stderr }
}

/// Reads a stream to its end, in a thread of its own.
fn read(stream: Option<impl Read + Send + 'static>) -> JoinHandle<Vec<u8>> {
    thread::spawn(move || {
        let mut bytes = Vec::new();
        if let Some(mut stream) = stream {
            stream.read_to_end(&mut bytes).expect("the output can be read");
        }
        bytes
    })
}

/// Waits until a process ends by itself.
///
/// # Panics
///
/// The process hangs.
pub fn wait(process: &mut Child) -> ExitStatus {
    let start = Instant::now();
    while start.elapsed() < HANG {
        if let Some(status) = process.try_wait().expect("the process can be asked") {
            return status;
        }
        thread::sleep(Duration::from_millis(5));
    }
    process.kill().expect("the process can be killed");
    panic!("the process hangs");
}

/// Sends a process the signal of Ctrl-C.
#[cfg(unix)]
pub fn interrupt(process: &Child) {
    signal(process, "INT");
}

/// Sends a process a signal.
#[cfg(unix)]
pub fn signal(process: &Child, name: &str) {
    let kill = finish(&mut shell(&format!("kill -{name} {}", process.id())));
    assert!(kill.status.success(), "{kill:?}");
}

/// Runs the engine with arguments to its end.
pub fn run(arguments: &[&str]) -> Output {
    checked(arguments, finish(&mut brudno(arguments)))
}

/// Runs the engine with arguments and an input to its end; it has to succeed. Returns its output.
pub fn converse(arguments: &[&str], input: &str) -> String {
    printed(arguments, checked(arguments, finish_with_input(&mut brudno(arguments), input)))
}

/// Runs the engine with arguments to its end; it has to succeed. Returns its output.
pub fn stdout(arguments: &[&str]) -> String {
    printed(arguments, run(arguments))
}

/// Runs the engine with arguments to its end; it has to succeed. Returns the lines of its output.
pub fn lines(arguments: &[&str]) -> Vec<String> {
    stdout(arguments).lines().map(str::to_owned).collect()
}

/// Runs the engine with arguments to its end; it has to refuse them with status 2, for a reason.
pub fn refused(arguments: &[&str], reason: &str) {
    let output = run(arguments);
    let errors = text(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{arguments:?}: {errors}");
    assert!(errors.contains(reason), "{arguments:?}: {errors}");
}

/// Returns an output as text.
pub fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).expect("output is text")
}

fn checked(arguments: &[&str], output: Output) -> Output {
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(!errors.contains("panicked"), "{arguments:?}: {errors}");
    output
}

fn printed(arguments: &[&str], output: Output) -> String {
    assert!(output.status.success(), "{arguments:?}: {output:?}");
    text(&output.stdout)
}
