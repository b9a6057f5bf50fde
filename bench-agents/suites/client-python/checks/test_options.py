"""Words that make no sense are named, with what would make sense."""

# ruff: noqa: INP001, PT009, PT027, TID251 - run by unittest, which every Python has
import contextlib
import io
import os
import unittest
from unittest import mock

from client.__main__ import USAGE_EXIT, main
from client.options import UsageError, options_from


class Words(unittest.TestCase):
    @mock.patch.dict(os.environ, {"ORDERS_ADDRESS": "127.0.0.1:9"})
    def test_good_words_are_understood(self) -> None:
        words = ["--mode", "open", "--rate", "1500.5", "--reuse", "keep-alive", "--orders", "7"]
        options = options_from(words)
        self.assertEqual((options.is_open, options.rate, options.keeps_alive), (True, 1500.5, True))
        self.assertEqual((options.orders, options.connections, options.warmup), (7, 10, 100))

    @mock.patch.dict(os.environ, {"ORDERS_ADDRESS": "127.0.0.1:9"})
    def test_bad_words_are_named(self) -> None:
        for words, expected in (
            (["--connections", "0"], "--connections.* from 1 to 10000, not '0'"),
            (["--orders", "ten"], "--orders.* not 'ten'"),
            (["--mode", "open"], "needs --rate"),
            (["--rate", "10"], "is for --mode open"),
            (["--mode", "open", "--rate", "nan"], "above 0"),
            (["--reuse", "old"], "--reuse.*'keep-alive'"),
            (["--colour", "red"], "--colour"),
        ):
            with self.assertRaisesRegex(UsageError, expected):
                options_from(words)

    @mock.patch.dict(os.environ, {"ORDERS_ADDRESS": ""})
    def test_a_start_without_the_server_says_how(self) -> None:
        with self.assertRaisesRegex(UsageError, "ORDERS_ADDRESS is not set.*orders with"):
            options_from([])

    def test_an_unknown_loop_is_a_usage_error(self) -> None:
        with contextlib.redirect_stderr(io.StringIO()) as said:
            self.assertEqual(main(["has", "circle"]), USAGE_EXIT)
        self.assertIn("'circle'", said.getvalue())


if __name__ == "__main__":
    unittest.main()
