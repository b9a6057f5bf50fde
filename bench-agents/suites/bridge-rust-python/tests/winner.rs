//! What a handler may rely on under the winner, on every Python that is here.

#![expect(clippy::unwrap_used, reason = "a failed unwrap is a failed test")]

mod served;

use std::{thread, time::Duration};

use served::{Client, Gate, Served, pythons};

fn ok(text: &str) -> (u16, String) {
    (200, text.to_owned())
}

#[test]
fn the_first_step_runs_in_the_task_that_runs_the_rest() {
    for python in pythons() {
        let server = Served::bridge_eager(&python);
        let expected = ok(r#"{"same": true, "kind": "Task", "n": "7"}"#);
        assert_eq!(server.get("/task?n=7"), expected, "{python}");
    }
}

#[test]
fn a_timeout_or_a_task_group_may_stand_at_the_first_await() {
    for python in pythons() {
        let server = Served::bridge_eager(&python);
        assert_eq!(
            server.get("/timeout?n=7"),
            ok(r#"{"timed out": "7"}"#),
            "{python}"
        );
        assert_eq!(server.get("/group?n=7"), ok(r#""7""#), "{python}");
    }
}

#[test]
fn what_the_first_step_schedules_runs_after_it() {
    for python in pythons() {
        let server = Served::bridge_eager(&python);
        let expected = ok(r#"["first step", "still first step", "callback", "7"]"#);
        assert_eq!(server.get("/call_soon?n=7"), expected, "{python}");
    }
}

#[test]
fn each_request_has_a_context_of_its_own_that_begins_with_the_applications() {
    for python in pythons() {
        let server = Served::bridge_eager(&python);
        let mut clients: Vec<_> = (0..20).map(|_| server.client()).collect();
        for (number, client) in clients.iter_mut().enumerate() {
            client.ask(&format!("/context?n={number}"));
        }
        for (number, client) in clients.iter_mut().enumerate() {
            let own = format!("\"{number}\", \"{number}\", \"{number}\"");
            let expected = format!(r#"["before serving", "clean", {own}]"#);
            assert_eq!(client.answer(), ok(&expected), "{python}");
        }
    }
}

#[test]
fn a_client_that_leaves_cancels_its_handler_and_no_other() {
    for python in pythons() {
        let server = Served::bridge_eager(&python);
        let (mut leaving, mut staying) = (server.client(), server.client());
        staying.ask("/wait?n=staying");
        leaving.ask("/wait?n=leaving");
        server.wait_until_seen("leaving began");
        server.wait_until_seen("staying began");
        drop(leaving);
        let seen = server.wait_until_seen("leaving finally");
        assert!(seen.contains("leaving cancelled"), "{python}: {seen}");
        assert!(!seen.contains("staying cancelled"), "{python}: {seen}");
    }
}

/// As many clients as `names`, each of which has asked `/wait` by its name.
fn waiting(server: &Served, names: &[String]) -> Vec<Client> {
    let ask = |name: &String| {
        let mut client = server.client();
        client.ask(&format!("/wait?n={name}"));
        client
    };
    names.iter().map(ask).collect()
}

fn named(kind: &str) -> Vec<String> {
    (0..20).map(|number| format!("{kind}{number}.")).collect()
}

#[test]
fn a_request_whose_client_leaves_before_the_first_step_never_starts() {
    for python in pythons() {
        let server = Served::bridge_eager(&python);
        let gate = Gate::ask(&server, "queued");
        gate.wait_until_closed();
        let (leaving, staying) = (named("leaving"), named("staying"));
        let _stay = waiting(&server, &staying);
        let leave = waiting(&server, &leaving);
        leave.into_iter().for_each(Client::leave);
        gate.open();
        for name in &staying {
            server.wait_until_seen(&format!("{name} began"));
        }
        let seen = server.wait_until_seen("began");
        assert!(!seen.contains("leaving"), "{python}: {seen}");
        assert!(!seen.contains("cancelled"), "{python}: {seen}");
    }
}

#[test]
fn clients_that_leave_while_their_batch_begins_cancel_their_handlers_and_no_other() {
    for python in pythons() {
        let server = Served::bridge_eager(&python);
        let first = Gate::ask(&server, "first");
        first.wait_until_closed();
        // One batch: it stands still at the second gate, at or before the first step of the others.
        let (leaving, staying) = (named("leaving"), named("staying"));
        let second = Gate::ask(&server, "second");
        let (leave, _stay) = (waiting(&server, &leaving), waiting(&server, &staying));
        thread::sleep(Duration::from_millis(50)); // for most to be queued; right if they are not
        first.open();
        second.wait_until_closed();
        leave.into_iter().for_each(Client::leave);
        second.open();
        for name in &staying {
            server.wait_until_seen(&format!("{name} began"));
        }
        for name in &leaving {
            ended_or_never_began(&server, name);
        }
        let (_, seen) = server.get("/seen");
        for name in &staying {
            let cancelled = format!("{name} cancelled");
            assert!(!seen.contains(&cancelled), "{python}: {seen}");
        }
    }
}

/// Whoever began is cancelled, and its `finally` runs.
fn ended_or_never_began(server: &Served, name: &str) {
    let (_, seen) = server.get("/seen");
    if seen.contains(&format!("{name} began")) {
        let seen = server.wait_until_seen(&format!("{name} finally"));
        assert!(seen.contains(&format!("{name} cancelled")), "{seen}");
    }
}

#[test]
fn every_way_to_fail_is_a_500_that_says_why_and_the_connection_goes_on() {
    let table = [
        ("/fail?n=7", "ValueError: no such thing: 7"),
        ("/fail_at_once?n=7", "KeyError: '7'"),
        ("/leave?n=7", "SystemExit: 7"),
        ("/cancel_itself?n=7", "CancelledError: "),
        (
            "/unsayable?n=7",
            "TypeError: Object of type object is not JSON serializable",
        ),
        (
            "/no_coroutine?n=7",
            "TypeError: object str can't be used in 'await' expression",
        ),
    ];
    for python in pythons() {
        let server = Served::bridge_eager(&python);
        let mut client = server.client();
        for (path, message) in table {
            let (status, said) = client.get(path);
            let said = said.replace(
                "'str' object can't be awaited",
                "object str can't be used in 'await' expression",
            );
            assert_eq!((status, said.as_str()), (500, message), "{python} {path}");
            assert_eq!(
                client.get("/group?n=8"),
                ok(r#""8""#),
                "{python} after {path}"
            );
        }
        let missing = (404, "no handler for /nowhere".to_owned());
        assert_eq!(client.get("/nowhere"), missing, "{python}");
    }
}

#[test]
fn requests_in_one_burst_are_answered_each_with_its_own() {
    for python in pythons() {
        let server = Served::bridge_eager(&python);
        let mut clients: Vec<_> = (0..100).map(|_| server.client()).collect();
        for round in 0..3 {
            for (number, client) in clients.iter_mut().enumerate() {
                client.ask(&format!("/group?n={round}-{number}"));
            }
            for (number, client) in clients.iter_mut().enumerate() {
                assert_eq!(
                    client.answer(),
                    ok(&format!("\"{round}-{number}\"")),
                    "{python}"
                );
            }
        }
    }
}

#[test]
fn the_end_lets_finally_blocks_run() {
    for python in pythons() {
        let server = Served::bridge_eager(&python);
        let mut client = server.client();
        client.ask("/wait?n=7");
        server.wait_until_seen("7 began");
        let (status, said) = server.end();
        assert!(status.success(), "{python}: {status} {said}");
        assert!(said.contains("7 finally"), "{python}: {said}");
    }
}

#[test]
fn a_handler_that_blocks_the_loop_does_not_keep_the_server_from_ending() {
    for python in pythons() {
        let server = Served::bridge_eager(&python);
        let mut client = server.client();
        client.ask("/block?n=7");
        thread::sleep(Duration::from_millis(100));
        let (status, said) = server.end();
        assert_eq!(status.code(), Some(3), "{python}: {said}");
        assert!(
            said.contains("a handler that blocked its loop"),
            "{python}: {said}"
        );
    }
}
