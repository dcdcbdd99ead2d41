//! Arguments of `brudno-train data`.

use std::{num::NonZeroUsize, path::PathBuf};

use brudno::chess::score::Score;
use clap::{ArgGroup, Subcommand};

use crate::cli::filter::FilterArgs;

/// Arguments of `brudno-train data`.
#[derive(clap::Args)]
pub struct DataArgs {
    #[command(subcommand)]
    pub(super) tool: Tool,
}

#[derive(Subcommand)]
pub(super) enum Tool {
    /// Count games and positions
    Count(Files),
    /// Show how often each result, score, number of men, phase and ply occurs
    Stats {
        #[command(flatten)]
        files: Files,
        /// Count duplicate positions, which takes 8 bytes of memory per position
        #[arg(long)]
        duplicates: bool,
        #[command(flatten)]
        filter: FilterArgs,
    },
    /// Check that every move and position is legal, every score in range, and every result plausible
    Validate(Files),
    /// Shuffle the games or positions of all files into one file; derived positions stay with their
    /// parent
    Shuffle {
        #[command(flatten)]
        files: Files,
        /// File to write
        #[arg(short, long)]
        output: PathBuf,
        /// Random seed
        #[arg(long, default_value_t = 1)]
        seed: u64,
        /// Memory to use, MiB; larger data is stored in temporary files beside the output
        #[arg(long, value_name = "MIB", default_value_t = 4096, value_parser = clap::value_parser!(u64).range(1..1 << 40))]
        memory: u64,
    },
    /// Keep a random part of the positions, fewer of those that are decided or have many or few men
    ///
    /// Keeps all undecided positions of the middlegame, half of the positions beyond ±600, fewer of
    /// the more decided positions, and a part of the positions with at least 27 men or fewer than
    /// 20.
    Thin {
        /// Files of positions with scores
        #[arg(required = true)]
        files: Vec<PathBuf>,
        /// Ignore the number of men; meant for positions of `data lines`, which drops some of them
        /// by their men itself
        #[arg(long)]
        all_men: bool,
        /// Keep all endings and fewer openings; meant for positions that searches evaluate
        #[arg(long, conflicts_with = "all_men")]
        leaves: bool,
        /// File to write
        #[arg(short, long)]
        output: PathBuf,
        /// Random seed
        #[arg(long, default_value_t = 1)]
        seed: u64,
    },
    /// Concatenate the games or positions of all files
    Merge {
        #[command(flatten)]
        files: Files,
        /// File to write
        #[arg(short, long)]
        output: PathBuf,
        /// Scale the scores, except mates, to this percentage, because engines have different units
        #[arg(long, default_value_t = 100, value_parser = clap::value_parser!(u32).range(1..=10_000))]
        percent: u32,
    },
    /// Replace every score with the engine's own, by quiescence search or by a search with --depth
    /// or --nodes
    #[command(group(ArgGroup::new("by")))]
    Rescore {
        /// File of games in viriformat
        input: PathBuf,
        /// File to write
        #[arg(short, long)]
        output: PathBuf,
        /// Depth in plies
        #[arg(long, group = "by", value_parser = clap::value_parser!(u32).range(1..))]
        depth: Option<u32>,
        /// Nodes per position; the search then finishes its iteration
        #[arg(long, group = "by", value_parser = clap::value_parser!(u64).range(1..))]
        nodes: Option<u64>,
        /// Threads
        #[arg(long, default_value_t = NonZeroUsize::MIN)]
        threads: NonZeroUsize,
    },
    /// Replace every score with the answer of a program
    ///
    /// The program reads one FEN per line and answers each with one line: an integer, which is
    /// White's score in the data's units, or none. After none, a position of a game keeps its
    /// score, and a single position is dropped. Until the output is complete, it is called
    /// OUTPUT.partial.
    Label {
        /// File of games or positions
        input: PathBuf,
        /// Program and its arguments
        #[arg(long, value_name = "COMMAND")]
        teacher: String,
        /// File to write
        #[arg(short, long)]
        output: PathBuf,
        /// Number of processes of the program
        #[arg(long, default_value_t = NonZeroUsize::MIN)]
        threads: NonZeroUsize,
    },
    /// Write the positions of games, and positions derived from them by one to three random moves
    ///
    /// Skips positions in check. Derived positions have no score.
    Positions {
        /// Files of games in viriformat
        #[arg(required = true)]
        files: Vec<PathBuf>,
        /// File to write
        #[arg(short, long)]
        output: PathBuf,
        /// Derived positions per position
        #[arg(long, value_name = "N", default_value_t = 0)]
        children: usize,
        /// Random seed
        #[arg(long, default_value_t = 1)]
        seed: u64,
        /// Skip this many plies at the start of each game
        #[arg(long, default_value_t = 14)]
        min_ply: usize,
        /// Skip positions with a larger halfmove clock
        #[arg(long, default_value_t = 59)]
        max_halfmoves: u32,
        /// Skip positions with a larger score, in the data's units
        #[arg(long, default_value_t = 2499)]
        max_score: Score,
    },
    /// Write the positions of PGN games and of the lines in their comments (pv=), and positions
    /// derived from them, all without scores
    ///
    /// Writes each position once. Skips positions in check, and a part of the positions with at
    /// least 27 pieces or fewer than 20. Derived positions follow each position: they are one to
    /// three random moves away, or are evaluated by a short search of it.
    Lines {
        /// Files of games in PGN
        #[arg(required = true)]
        files: Vec<PathBuf>,
        /// File to write
        #[arg(short, long)]
        output: PathBuf,
        /// Derived positions per position, by random moves
        #[arg(long, value_name = "N", default_value_t = 1)]
        children: usize,
        /// Percentage of positions to search
        #[arg(long, value_name = "P", default_value_t = 40, value_parser = clap::value_parser!(u8).range(..=100))]
        searched: u8,
        /// Nodes per search, which then finishes its iteration
        #[arg(long, default_value_t = 40, value_parser = clap::value_parser!(u64).range(1..))]
        nodes: u64,
        /// Number of evaluated positions to keep of each search, drawn at random
        #[arg(long, value_name = "N", default_value_t = 3)]
        leaves: usize,
        /// Random seed
        #[arg(long, default_value_t = 1)]
        seed: u64,
        /// Threads
        #[arg(long, default_value_t = NonZeroUsize::MIN)]
        threads: NonZeroUsize,
    },
    /// Search positions of games, or of branches from them, and write positions that the searches
    /// evaluate, without scores
    ///
    /// A branch goes on with an evaluated position of each search. The positions of its first search, which
    /// are close to the game, are not kept.
    Leaves {
        /// Files of games in viriformat
        #[arg(required = true)]
        files: Vec<PathBuf>,
        /// The file to write
        #[arg(short, long)]
        output: PathBuf,
        /// Positions to draw of each game, more of those with few men, as in the searches of games
        #[arg(long, value_name = "N", default_value_t = 3)]
        per_game: usize,
        /// Searches to keep positions of along a branch from each position; 0 to search the position itself
        #[arg(long, value_name = "N", default_value_t = 0)]
        branch: usize,
        /// Nodes of each search, plus the rest of the iteration
        #[arg(long, default_value_t = 60, value_parser = clap::value_parser!(u64).range(1..))]
        nodes: u64,
        /// Evaluated positions to keep of each search, drawn at random
        #[arg(long, value_name = "N", default_value_t = 3)]
        leaves: usize,
        /// Random seed
        #[arg(long, default_value_t = 1)]
        seed: u64,
        /// Threads
        #[arg(long, default_value_t = NonZeroUsize::MIN)]
        threads: NonZeroUsize,
    },
    /// Fit the win, draw and loss model to the scores in PGN files of cutechess-cli or fastchess
    Chances {
        /// PGN files
        #[arg(required = true)]
        files: Vec<PathBuf>,
        /// Use only the scores of players whose name contains this text
        #[arg(long)]
        player: Option<String>,
    },
}

#[derive(clap::Args)]
pub(super) struct Files {
    /// Files of games in viriformat, or files of positions
    #[arg(required = true)]
    pub(super) files: Vec<PathBuf>,
}

impl DataArgs {
    /// Returns true if the command writes to a child process. A broken pipe must not end this
    /// process then.
    pub const fn writes_to_programs(&self) -> bool {
        matches!(self.tool, Tool::Label { .. })
    }
}
