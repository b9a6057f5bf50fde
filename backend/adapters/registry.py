"""The table of adapters, by the name a user gives to choose one."""

from collections.abc import Mapping
from types import MappingProxyType

from backend.adapters.github_action_benchmark import GithubActionBenchmark
from backend.adapters.history import Adapter
from backend.adapters.otava_csv import OtavaCsv

_ALL: tuple[Adapter, ...] = (GithubActionBenchmark(), OtavaCsv())

ADAPTERS: Mapping[str, Adapter] = MappingProxyType({adapter.name: adapter for adapter in _ALL})
