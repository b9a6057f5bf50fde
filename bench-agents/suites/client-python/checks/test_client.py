"""The whole client against a server that stalls, refuses and dies."""

# ruff: noqa: INP001, PT009 - run by unittest, which every Python has
import importlib.util
import unittest

from stand_in import Outcome, StandIn, run_against

SMALL = ("--connections", "20", "--orders", "200", "--warmup", "40")
ORDERS, WARMUP, CONNECTIONS = 200, 40, 20
STALL, SLOW, RATE = 0.4, 0.2, 800.0
KEPT = ("--mode", "closed", "--reuse", "keep-alive")
NEW = ("--mode", "open", "--rate", "2000", "--reuse", "new")
LOOPS = ["asyncio", *(["uvloop"] if importlib.util.find_spec("uvloop") else [])]


class Delivery(unittest.TestCase):
    def each_came_once(self, server: StandIn, outcome: Outcome) -> None:
        self.assertEqual((outcome.code, outcome.said), (0, ""))
        self.assertEqual((outcome.line["orders"], outcome.line["errors"]), (ORDERS, 0))
        self.assertEqual(len(outcome.latencies), ORDERS)
        measured = {f"o{number:07d}": 1 for number in range(1, ORDERS + 1)}
        warmup = {f"w{number:07d}": 1 for number in range(1, WARMUP + 1)}
        self.assertEqual(dict(server.seen), measured | warmup)

    def test_each_order_comes_once_on_every_loop(self) -> None:
        for loop in LOOPS:
            for mode, connections in ((KEPT, CONNECTIONS), (NEW, ORDERS + WARMUP)):
                with self.subTest(loop=loop, mode=mode):
                    server = StandIn()
                    outcome = run_against(server, *SMALL, "--loop", loop, *mode)
                    self.each_came_once(server, outcome)
                    self.assertEqual(server.accepted, connections)

    def test_no_more_are_in_flight_than_asked_for_and_no_fewer(self) -> None:
        for mode in (["--mode", "closed"], ["--mode", "open", "--rate", "100000"]):
            server = StandIn(takes_seconds=0.01)
            run_against(server, *SMALL, "--reuse", "keep-alive", *mode)
            self.assertEqual(server.most_in_flight, CONNECTIONS)


class Latency(unittest.TestCase):
    def slow(self, *mode: str) -> int:
        server = StandIn(stalls_at=100, stall_seconds=STALL)
        words = ("--connections", "10", "--orders", "600", "--reuse", "keep-alive", *mode)
        outcome = run_against(server, *words)
        self.assertEqual(len(outcome.latencies), 600)
        return sum(latency >= SLOW for latency in outcome.latencies)

    def test_a_stall_makes_all_late_that_fell_due_in_the_open_loop(self) -> None:
        late = RATE * (STALL - SLOW)
        self.assertGreaterEqual(self.slow("--mode", "open", "--rate", str(RATE)), 0.9 * late)

    def test_a_stall_is_seen_by_those_in_flight_in_the_closed_loop(self) -> None:
        slow = self.slow()
        self.assertGreaterEqual(slow, 1)
        self.assertLessEqual(slow, 40)


class Failures(unittest.TestCase):
    def test_a_bad_answer_is_one_error(self) -> None:
        for server in (StandIn(refuses=7), StandIn(garbles=7)):
            outcome = run_against(server, *SMALL)
            self.assertEqual((outcome.code, outcome.line["errors"]), (0, 1))
            self.assertIn("an order failed", outcome.said)

    def test_a_server_that_dies_makes_errors_and_no_hang(self) -> None:
        for reuse in ("new", "keep-alive"):
            outcome = run_against(StandIn(dies_at=50), *SMALL, "--reuse", reuse)
            self.assertEqual(outcome.code, 0)
            self.assertEqual(outcome.line["orders"] + outcome.line["errors"], ORDERS)
            self.assertGreaterEqual(outcome.line["errors"], ORDERS - 50 - CONNECTIONS)

    def test_nobody_sits_out_the_schedule_when_the_server_has_gone(self) -> None:
        hour = ("--mode", "open", "--rate", "1000", "--orders", "3600000")
        outcome = run_against(StandIn(dies_at=20), *hour)
        self.assertGreater(outcome.line["errors"], 3_500_000)


if __name__ == "__main__":
    unittest.main()
