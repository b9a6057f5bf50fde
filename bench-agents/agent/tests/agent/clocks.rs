//! The calendar is set back by an hour while a suite is measured.

use std::path::PathBuf;
use std::process::Command;

use crate::toy::Toy;

/// Stands before the calendar of a program: an hour less once a file is there.
const LATE: &str = r#"
#define _GNU_SOURCE
#include <stdlib.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

int clock_gettime(clockid_t clock, struct timespec *time) {
  int failed = (int)syscall(SYS_clock_gettime, clock, time);
  const char *mark = getenv("TOY_CLOCK_MARK");
  if (clock == CLOCK_REALTIME && mark && access(mark, F_OK) == 0) time->tv_sec -= 3600;
  return failed;
}
"#;

fn library(toy: &Toy) -> PathBuf {
    let (source, library) = (toy.path("late.c"), toy.path("late.so"));
    std::fs::write(&source, LATE).unwrap();
    let mut compiler = Command::new("cc");
    let compiler = compiler.args(["-shared", "-fPIC", "-o"]).arg(&library);
    assert!(compiler.arg(&source).status().unwrap().success());
    library
}

/// Seconds of the day that a moment names.
fn seconds(moment: &str) -> i64 {
    let part = |at: usize| moment[at..at + 2].parse::<i64>().unwrap();
    (part(11) * 60 + part(14)) * 60 + part(17)
}

#[test]
fn a_run_lasts_as_long_as_it_did_where_the_clock_is_set_back_meanwhile() {
    let toy = Toy::new("counted");
    let output = toy
        .agent("run")
        .arg("counted")
        .env("LD_PRELOAD", library(&toy))
        .env("TOY_CLOCK_MARK", toy.path("starts"))
        .output()
        .unwrap();
    assert!(output.status.success(), "{output:?}");
    let report = std::fs::read(toy.path("report.json")).unwrap();
    let report: serde_json::Value = serde_json::from_slice(&report).unwrap();
    let said = |name: &str| report["run"][name].as_str().unwrap().to_owned();
    let (began, ended) = (said("started_at"), said("finished_at"));
    let lasted = (seconds(&ended) - seconds(&began)).rem_euclid(24 * 3600);
    // Half an hour lies far from every load of a machine, and from the hour that was taken back.
    assert!(lasted < 1800, "{began} to {ended}");
}
