"""How a run was measured, as its agent said."""

from typing import Literal

GoalVerdict = Literal["met", "not_met", "not_resolved", "not_available", "above", "below"]
