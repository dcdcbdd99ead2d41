//! The channel of commands to the search thread.
//!
//! Crossbeam's `recv` yields the core several times before it sleeps. On a loaded machine the
//! scheduler runs all other threads after each yield, and the search thread is late for the next
//! `go`. An inbox sleeps at once, and the sender wakes its thread.

use std::thread::{self, Thread};

use crossbeam_channel::{Receiver, SendError, Sender, TryRecvError};

/// The sending end: the sender of a channel, and the thread that receives.
pub struct CommandSender<T> {
    /// `None` only while dropped.
    commands: Option<Sender<T>>,
    receiver: Thread,
}

impl<T> CommandSender<T> {
    /// Sends through `commands` to a thread that waits in an `Inbox`.
    pub const fn new(commands: Sender<T>, receiver: Thread) -> CommandSender<T> {
        CommandSender { commands: Some(commands), receiver }
    }

    /// Sends a command and wakes the thread.
    ///
    /// # Errors
    ///
    /// The thread has ended; the error returns the command.
    pub fn send(&self, command: T) -> Result<(), SendError<T>> {
        let Some(commands) = &self.commands else { return Err(SendError(command)) };
        let sent = commands.send(command);
        self.receiver.unpark();
        sent
    }
}

impl<T> Drop for CommandSender<T> {
    fn drop(&mut self) {
        // In this order: the woken thread finds the channel closed.
        self.commands = None;
        self.receiver.unpark();
    }
}

/// The receiving end, for one thread.
pub struct Inbox<T>(Receiver<T>);

impl<T> Inbox<T> {
    /// Receives from a channel whose senders are [`CommandSender`]s of the calling thread.
    pub const fn new(commands: Receiver<T>) -> Inbox<T> {
        Inbox(commands)
    }

    /// Returns a command, if one has come.
    ///
    /// # Errors
    ///
    /// There is none yet, or all senders are dropped.
    pub fn try_recv(&self) -> Result<T, TryRecvError> {
        self.0.try_recv()
    }

    /// Waits for a command. Returns `None` once all senders are dropped.
    pub fn recv(&self) -> Option<T> {
        loop {
            match self.try_recv() {
                Ok(command) => return Some(command),
                Err(TryRecvError::Disconnected) => return None,
                // `park` returns at once if a wake-up came since.
                Err(TryRecvError::Empty) => thread::park(),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use crossbeam_channel::unbounded;

    use super::*;

    #[test]
    fn every_command_arrives_in_order_and_the_end_is_seen() {
        let (commands, inbox) = unbounded();
        let thread = thread::spawn(move || {
            let inbox = Inbox::new(inbox);
            std::iter::from_fn(|| inbox.recv()).collect::<Vec<u32>>()
        });
        let sender = CommandSender::new(commands, thread.thread().clone());
        for number in 0..10_000 {
            sender.send(number).unwrap();
            if number % 100 == 0 {
                // The thread empties its inbox and sleeps.
                thread::yield_now();
            }
        }
        drop(sender);
        assert!(thread.join().unwrap().into_iter().eq(0..10_000));
    }

    #[test]
    fn a_command_to_a_thread_that_has_ended_comes_back() {
        let (commands, inbox) = unbounded();
        let thread = thread::spawn(move || drop(Inbox::new(inbox)));
        let sender = CommandSender::new(commands, thread.thread().clone());
        thread.join().unwrap();
        assert_eq!(sender.send(1), Err(SendError(1)));
    }
}
