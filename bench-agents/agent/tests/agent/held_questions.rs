//! Questions for work that the server holds until there is some.

use rustix::process::Signal;

use crate::jobs::{Fleet, a_job};
use crate::toy::{await_that, end};

#[test]
fn an_agent_whose_question_is_held_beats_no_more_until_there_is_something_to_tell() {
    let fleet = Fleet::new("steady", "note", &["one"]);
    fleet.api.with_jobs(|jobs| jobs.holds = true);
    let service = fleet.serve();
    let held = || fleet.api.with_jobs(|jobs| jobs.held);
    await_that("a held question", || held() == 1, || fleet.toy.log());
    // Beats that were under way may still come; later ones would come ten times within a second.
    let mut before = 0;
    await_that(
        "a second without a beat",
        || {
            before = fleet.api.beats().len();
            std::thread::sleep(std::time::Duration::from_secs(1));
            fleet.api.beats().len() == before
        },
        || fleet.toy.log(),
    );
    assert_eq!(held(), 1);
    fleet.give(a_job("steady", &[&fleet.commits[0]], 2));
    assert_eq!(fleet.ending()["outcome"], "finished");
    assert!(fleet.api.beats().len() > before, "what it measures is told");
    assert!(end(service, Signal::TERM).success());
}

#[test]
fn an_agent_waits_less_at_a_server_that_went_back_to_a_release_that_holds_no_questions() {
    let fleet = Fleet::new("steady", "note", &["one"]);
    fleet.api.with_jobs(|jobs| jobs.holds = true);
    let service = fleet.serve();
    let jobs = || fleet.api.with_jobs(|jobs| jobs.clone());
    await_that("a held question", || jobs().held == 1, || fleet.toy.log());
    fleet
        .api
        .with_jobs(|jobs| (jobs.holds, jobs.longest_wait) = (false, Some(55)));
    await_that("a shorter one", || jobs().waited > 0, || fleet.toy.log());
    fleet.give(a_job("steady", &[&fleet.commits[0]], 2));
    assert_eq!(fleet.ending()["outcome"], "finished");
    assert_eq!((jobs().held, jobs().refusals), (1, 1));
    assert!(end(service, Signal::TERM).success());
}
