"""The demo's own code: its reports are what histories here are made of."""

import sys

from backend.testing.databases import ROOT

sys.path.insert(0, str(ROOT / "bench-agents" / "demo"))
