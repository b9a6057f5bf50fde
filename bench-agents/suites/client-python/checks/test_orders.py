"""The text to the byte, as the contract of the order server has it."""

# ruff: noqa: INP001, PT009 - run by unittest, which every Python has
import json
import unittest

from client.orders import LENGTH, Clerk, is_accepted


class Orders(unittest.TestCase):
    def test_quantities_are_those_of_the_contract(self) -> None:
        clerk = Clerk(1)
        found = [clerk.order("o", number).quantity for number in (1, 2, 3, 42)]
        self.assertEqual(found, [9465, 3110, 2053, 3413])

    def test_the_body_has_its_length_and_fields(self) -> None:
        order = Clerk(7).order("w", 9_999_999)
        self.assertEqual(len(order.body), LENGTH)
        read = json.loads(order.body)
        self.assertEqual(read["quantity"], order.quantity)
        self.assertEqual(read["user_def"], "w9999999")
        self.assertRegex(read["client_timestamp"], r"^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$")

    def test_only_the_answer_to_this_order_is_accepted(self) -> None:
        order = Clerk(1).order("o", 1)
        good = {"quantity": 9465, "status": "accepted", "user_def": "o0000001"}
        self.assertTrue(is_accepted(order, json.dumps(good).encode()))
        for wrong in ({"quantity": 9466}, {"status": "refused"}, {"user_def": "o0000002"}):
            self.assertFalse(is_accepted(order, json.dumps({**good, **wrong}).encode()))
        for text in (b"", b"[]", b'{"status":"accepted"', b"\xff"):
            self.assertFalse(is_accepted(order, text))


if __name__ == "__main__":
    unittest.main()
