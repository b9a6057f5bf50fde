"""Everything of one machine as children of one process: started in order, watched, stopped."""

import signal
import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from types import FrameType

from backend.embedded.agent import LocalAgent
from backend.embedded.application import (
    FirstSteps,
    application_children,
    migrate,
    take_first_steps,
    wait_for_answer,
)
from backend.embedded.children import Child, last_line
from backend.embedded.console import StatusLine, step
from backend.embedded.environment import application_environment
from backend.embedded.errors import CannotStartError, StopRequestedError
from backend.embedded.faults import explain
from backend.embedded.holding import end_leftovers, hold
from backend.embedded.ports import demand_port
from backend.embedded.services import Services, start_services
from backend.embedded.state import StateDir, demand_space, keep_logs_short, write_running
from backend.settings import Settings

LOOK_EVERY_S = 0.25
STOPS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


def run(state: StateDir, settings: Settings, *, has_agent: bool = True) -> None:
    """Start everything, keep it running, stop it when asked; raise if it cannot run."""
    with hold(state), _interruptible():
        left = end_leftovers(state)
        if left:
            print(f"  ended {left} processes that a killed supervisor left behind", flush=True)
        demand_space(state)
        demand_port(settings.host, settings.port)
        keep_logs_short(state)
        supervisor = Supervisor(state, settings, has_agent)
        try:
            supervisor.start()
            supervisor.watch()
        except StopRequestedError:
            supervisor.status.finish()
        finally:
            supervisor.stop()


@contextmanager
def _interruptible() -> Iterator[None]:
    """Turn the first request to stop into an exception and ignore what follows it."""

    def stop(_number: int, _frame: FrameType | None) -> None:
        for which in STOPS:
            signal.signal(which, signal.SIG_IGN)
        raise StopRequestedError

    for which in STOPS:
        signal.signal(which, stop)
    try:
        yield
    except StopRequestedError:
        return


@dataclass(slots=True)
class Supervisor:
    """The children of one state directory."""

    state: StateDir
    settings: Settings
    has_agent: bool = True
    services: Services = field(default_factory=Services)
    application: dict[str, Child] = field(default_factory=dict)
    agent: LocalAgent | None = None
    status: StatusLine = field(default_factory=StatusLine)

    @property
    def url(self) -> str:
        settings = self.settings
        return (settings.public_url or f"http://{settings.host}:{settings.port}").rstrip("/")

    def start(self) -> None:
        """Start services, schema, application and agent, one line each, then say the address."""
        start_services(self.state, self.settings, self.services)
        environment = application_environment(
            self.state, self.settings, self.services.database_url, self.services.redis_url
        )
        with step("schema"):
            migrate(self.state, environment)
        first_steps = self._start_application(environment)
        self._publish(first_steps.project)
        self._say_address(first_steps)
        if self.has_agent:
            self._begin_agent(environment, first_steps)

    def _begin_agent(self, environment: Mapping[str, str], first_steps: FirstSteps) -> None:
        self.agent = LocalAgent(self.state, self.settings, environment, first_steps)
        sentence = self.agent.begin()
        if sentence:
            self.status.say(sentence)

    def _start_application(self, environment: Mapping[str, str]) -> FirstSteps:
        children = application_children(self.state, self.settings, environment)
        with step("api"):
            self._start_one(children["api"])
            first_steps = take_first_steps(self.state, environment)
            wait_for_answer(children["api"], self.settings)
        # After the api, since they take seconds to load and nobody waits for them.
        with step("worker, beat"):
            self._start_one(children["worker"])
            self._start_one(children["beat"])
        return first_steps

    def _start_one(self, child: Child) -> None:
        self.application[child.name] = child
        child.start()

    def _publish(self, project: str) -> None:
        facts = {
            "url": self.url,
            "project": project,
            "database_url": self.services.database_url,
            "redis_url": self.services.redis_url,
        }
        write_running(self.state, facts)

    def _say_address(self, first_steps: FirstSteps) -> None:
        path = first_steps.sign_in_path
        print(f"\nOpen {self.url}{path or '/'}", flush=True)
        if path:
            print(
                "It signs you in once, as the first administrator, within"
                f" {self.settings.sign_in_minutes} minutes; make sign-in prints another.",
                flush=True,
            )
        stop = "Ctrl-C or make down" if sys.stdout.isatty() else "make down"
        print(f"{stop} stops everything. Logs: {self.state.logs}\n", flush=True)

    def watch(self) -> None:
        """Keep the children running until somebody asks to stop."""
        while True:
            for child in self._children():
                self._look_after(child)
            self._show_progress()
            time.sleep(LOOK_EVERY_S)

    def _children(self) -> list[Child]:
        agent = [self.agent.serve] if self.agent and self.agent.serve else []
        return [*self.services.children.values(), *self.application.values(), *agent]

    def _look_after(self, child: Child) -> None:
        now = time.monotonic()
        if child.restart_at is not None:
            if now >= child.restart_at:
                child.start()
            return
        code = child.exit_code()
        if code is None:
            return
        what = last_line(child.last_words())
        if child.note_failure(now):
            self.status.say(f"{child.name} ended ({_ending(code)}: {what}); it is started again.")
        elif child.spec.is_essential:
            raise CannotStartError(self._why(child))
        else:
            self.status.say(f"{child.name} keeps ending and is left alone: {what}.")
            child.restart_at = float("inf")

    def _why(self, child: Child) -> str:
        fault = explain(child.name, child.last_words(), self.state.path, child.spec.log)
        return f"{child.name} ended too often to go on. {fault.sentence}"

    def _show_progress(self) -> None:
        sentence = self.agent.advance() if self.agent else None
        if sentence:
            self.status.say(sentence)
        doing = self.agent.progress() if self.agent else None
        self.status.show(f"Tidemark runs at {self.url}" + (f" · {doing}" if doing else ""))

    def stop(self) -> None:
        """Stop the agent and the application together, then Valkey, then PostgreSQL."""
        for which in STOPS:
            signal.signal(which, signal.SIG_IGN)
        self.status.finish()
        first = [*(self.agent.children() if self.agent else []), *self.application.values()]
        with step("stopping"):
            for child in first:
                child.ask_to_stop()
            for child in first:
                child.wait_stopped()
            self.services.stop()
            end_leftovers(self.state)


def _ending(code: int) -> str:
    if code >= 0:
        return f"exit code {code}"
    return f"killed by {signal.Signals(-code).name}"
