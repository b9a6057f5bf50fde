"""The table of adapters, by the name a user gives to choose one."""

from collections.abc import Mapping
from types import MappingProxyType

from backend.adapters.github_action_benchmark import GithubActionBenchmark
from backend.adapters.history import Adapter

_ALL: tuple[Adapter, ...] = (GithubActionBenchmark(),)

ADAPTERS: Mapping[str, Adapter] = MappingProxyType({adapter.name: adapter for adapter in _ALL})
