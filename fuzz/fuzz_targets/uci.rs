//! Any UCI conversation runs without a panic, and every search ends on `stop`.
#![no_main]

use std::{cell::RefCell, io};

use brudno::uci::{Output, Session, UciCommand, UciPresentation, parse};
use libfuzzer_sys::fuzz_target;

thread_local! {
    static SESSION: RefCell<Session> = RefCell::new(start());
}

fn start() -> Session {
    let mut session = Session::start(Output::new(io::sink(), &UciPresentation))
        .expect("the system has a thread to give");
    // A larger table takes longer to clear than the search.
    let set = session.line("setoption name Hash value 1");
    assert!(set.expect("there is such an option").is_continue());
    session
}

/// Returns true if a line names no file, and needs little memory and few threads.
fn is_harmless(line: &str) -> bool {
    match parse(line) {
        Ok(Some(UciCommand::SetOption { name, value })) => match name.to_ascii_lowercase().as_str()
        {
            "hash" | "threads" => {
                let number = value.and_then(|value| value.trim().parse::<u64>().ok());
                number.is_none_or(|number| number <= 2)
            }
            name => !name.ends_with("file") && !name.ends_with("path"),
        },
        Ok(Some(UciCommand::ExportNetwork(_))) => false,
        Ok(Some(UciCommand::GenFens(genfens))) => genfens.book.is_none(),
        // Their threads and tables are as large as asked.
        Ok(Some(UciCommand::Bench(_) | UciCommand::Speedtest(_))) => false,
        _ => true,
    }
}

fuzz_target!(|text: &str| {
    SESSION.with_borrow_mut(|session| {
        for line in text.lines().filter(|line| is_harmless(line)) {
            // A refusal is an answer.
            drop(session.line(line));
        }
        assert!(session.line("stop").expect("stop is always understood").is_continue());
        session.wait();
    });
});
