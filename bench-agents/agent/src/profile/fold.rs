//! A recording → counted stacks, in a process of its own: debug information can be large, and the
//! agent that goes on measuring stays small.

use std::collections::BTreeMap;
use std::io::{self, BufReader};
use std::process::{Command, Stdio};

use serde::{Deserialize, Serialize};

use super::folded::{Folded, Packed, Trimmed};
use super::inlined::Inlined;
use super::names;
use super::script::{self, Sample};

/// The name of the process that repeats the program; its own samples are left out.
pub(crate) const REPEATER: &str = "tidemark-repeat";
/// Text of one profile, and what is left of it when packed: the server's limits are wider.
const LONGEST: usize = 4 << 20;
const LARGEST_PACKED: usize = 512 << 10;

/// What a recording came to.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct Result {
    pub(super) samples: u64,
    pub(super) lost: u64,
    pub(super) named: u64,
    pub(super) trimmed: Trimmed,
    pub(super) folded: Packed,
}

#[derive(Default)]
struct Stacks {
    /// By the name of the program, so that a server and its client are told apart.
    programs: BTreeMap<String, Folded>,
    inlined: Inlined,
    named: u64,
    by_thread: bool,
}

/// Lets `perf` print the recording and counts its stacks.
pub(crate) fn fold(perf: &str, recording: &str, by_thread: bool) -> io::Result<Result> {
    let mut printer = Command::new(perf)
        .args([
            "script",
            "--input",
            recording,
            "--no-inline",
            "--no-demangle",
        ])
        .args(["--show-lost-events", "--show-task-events"])
        .args(["--fields", "comm,pid,tid,ip,sym,dso"])
        // Debug information is never fetched from the network.
        .env("DEBUGINFOD_URLS", "")
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .spawn()?;
    let mut stacks = Stacks {
        by_thread,
        ..Stacks::default()
    };
    let text = printer.stdout.take().ok_or(io::ErrorKind::BrokenPipe)?;
    let lost = script::read(BufReader::new(text), |sample| stacks.add(&sample))?;
    let status = printer.wait()?;
    if !status.success() {
        return Err(io::Error::other(format!("perf script ended with {status}")));
    }
    stacks.result(lost)
}

impl Stacks {
    fn add(&mut self, sample: &Sample) {
        if sample.thread == REPEATER {
            return;
        }
        let mut frames = self.frames(sample);
        if frames.is_empty() {
            frames.push("[unknown]".to_owned());
        }
        self.named += u64::from(!names::is_nameless(&frames[0]));
        if self.by_thread {
            frames.push(sample.thread.replace(';', ":"));
        }
        frames.reverse();
        let program = sample.process.replace(';', ":");
        self.programs.entry(program).or_default().add(&frames, 1);
    }

    /// Innermost first; places without a name that follow each other are one.
    fn frames(&mut self, sample: &Sample) -> Vec<String> {
        let mut frames: Vec<String> = Vec::with_capacity(sample.frames.len());
        for (index, frame) in sample.frames.iter().enumerate() {
            let merged = self.inlined.of(frame, index == 0);
            frames.extend(merged.iter().map(|function| names::inlined(function)));
            let name = names::name(frame);
            if !(names::is_nameless(&name) && frames.last() == Some(&name)) {
                frames.push(name);
            }
        }
        frames
    }

    /// All stacks in one; of several programs, each under its name.
    fn merged(&mut self) -> Folded {
        let programs = std::mem::take(&mut self.programs);
        let are_several = programs.len() > 1;
        let mut all = Folded::default();
        for (name, folded) in programs {
            all.take(folded, are_several.then_some(name.as_str()));
        }
        all
    }

    fn result(mut self, lost: u64) -> io::Result<Result> {
        let folded = self.merged();
        result(folded, self.named, lost)
    }
}

/// Packs stacks, without as many of the rarest as it takes to fit.
pub(super) fn result(mut folded: Folded, named: u64, lost: u64) -> io::Result<Result> {
    let samples = folded.samples();
    let mut trimmed = Trimmed::default();
    let mut limit = LONGEST;
    let folded = loop {
        let more = folded.trim(limit);
        trimmed.stacks += more.stacks;
        trimmed.samples += more.samples;
        let packed = folded.pack()?;
        if packed.len() <= LARGEST_PACKED {
            break packed;
        }
        limit /= 2;
    };
    Ok(Result {
        samples,
        lost,
        named,
        trimmed,
        folded,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const RECORDED: &str = include_str!("../../tests/vectors/perf-script.txt");

    fn folded(by_thread: bool) -> (String, u64) {
        let mut stacks = Stacks {
            by_thread,
            ..Stacks::default()
        };
        // One program: the recording without the events that name several.
        let one = |sample: Sample| Sample {
            process: "toy".to_owned(),
            ..sample
        };
        script::read(RECORDED.as_bytes(), |sample| stacks.add(&one(sample))).unwrap();
        (stacks.merged().text(), stacks.named)
    }

    #[test]
    fn a_recording_becomes_counted_stacks() {
        let (text, named) = folded(false);
        let expected = "[unknown] 1\n\
            [unknown];<std::sys::thread::unix::Thread>::new::thread_start;[unknown libm.so.6] 1\n\
            main;peek_[i];store::find(std::string const&, int) [cold] 1\n\
            toy::main;[unknown kernel] 1\n\
            toy::main;read;do_syscall_64_[k];_copy_to_iter_[k] 1\n";
        let plain = text.replace(
            "std::__cxx11::basic_string<char, std::char_traits<char>, std::allocator<char> >",
            "std::string",
        );
        assert_eq!(plain, expected);
        assert_eq!(named, 2);
    }

    #[test]
    fn several_programs_of_a_recording_are_told_apart_by_their_names() {
        let mut stacks = Stacks::default();
        for process in ["orders", "client-c", "orders"] {
            stacks.add(&Sample {
                process: process.to_owned(),
                ..Sample::default()
            });
        }
        assert_eq!(
            stacks.merged().text(),
            "client-c;[unknown] 1\norders;[unknown] 2\n"
        );
    }

    #[test]
    fn threads_are_the_outermost_frames_on_request() {
        let (text, _) = folded(true);
        assert!(text.contains("tok io 12;[unknown];"), "{text}");
        assert!(text.contains("empty;[unknown] 1\n"), "{text}");
    }

    #[test]
    fn what_repeats_the_program_is_no_part_of_it() {
        let recorded = RECORDED.replace("toy 100/100", &format!("{REPEATER} 100/100"));
        let mut stacks = Stacks::default();
        script::read(recorded.as_bytes(), |sample| stacks.add(&sample)).unwrap();
        assert_eq!(stacks.merged().samples(), 2);
    }

    #[test]
    fn a_profile_that_packs_badly_is_trimmed_until_it_fits() {
        let mut stacks = Stacks::default();
        let mut shuffler = crate::statistics::Shuffler::new(5);
        for _ in 0..6000 {
            let noise: Vec<String> = shuffler
                .permutation(90)
                .iter()
                .map(usize::to_string)
                .collect();
            stacks
                .programs
                .entry(String::new())
                .or_default()
                .add(&noise, 1);
        }
        let result = stacks.result(0).unwrap();
        assert_eq!(result.samples, 6000);
        assert!(result.folded.len() <= LARGEST_PACKED && result.trimmed.samples > 0);
        assert_eq!(result.folded.unpack().unwrap().samples(), 6000);
    }
}
