"""Everything of one machine as children of one process: started in order, watched, stopped."""

import signal
import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from types import FrameType

from backend.embedded.agent.child import LocalAgent
from backend.embedded.application import (
    PrintedFirstSteps,
    application_children,
    migrate,
    take_first_steps,
    wait_for_answer,
    wait_until_ready,
)
from backend.embedded.children import SETTLED_S, Child, last_line, send
from backend.embedded.children_note import ChildrenNote
from backend.embedded.chosen_database import demand_newest_results, demand_one_database
from backend.embedded.console import StatusLine, step, write_line
from backend.embedded.environment import application_environment
from backend.embedded.errors import StopRequestedError
from backend.embedded.faults import explain
from backend.embedded.holding import end_leftovers, hold
from backend.embedded.probes import ReadyQuestion, application_probes
from backend.embedded.service_manager import ServiceManager
from backend.embedded.state import StateDir, demand_space, limit_logs, write_running
from backend.embedded.stores.ports import demand_port
from backend.embedded.stores.services import Services, start_services
from backend.embedded.watchdog import Hung, Watchdog
from backend.settings import Settings

LOOK_EVERY_S = 0.25
TIRESOME = 5
"""A child that failed so often in a row is spoken of once more, and then when it runs again."""
NOTE_EVERY_S = 2.0
STOPS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


def run(state: StateDir, settings: Settings, *, has_agent: bool = True) -> None:
    """Start everything, keep it running, stop it when asked; raise if it cannot run."""
    demand_one_database(settings)
    with hold(state), _interruptible():
        demand_newest_results(state, settings)
        left = end_leftovers(state)
        if left:
            write_line(f"  ended {left} processes that a killed supervisor left behind")
        demand_space(state)
        demand_port(settings.host, settings.port)
        limit_logs(state)
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
    manager: ServiceManager = field(default_factory=ServiceManager)
    watchdog: Watchdog = field(default_factory=lambda: Watchdog({}))
    noted_at: float = float("-inf")
    note: ChildrenNote = field(init=False)

    def __post_init__(self) -> None:
        self.note = ChildrenNote(self.state)

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

    def _begin_agent(self, environment: Mapping[str, str], first_steps: PrintedFirstSteps) -> None:
        self.agent = LocalAgent(self.state, self.settings, environment, first_steps)
        sentence = self.agent.begin()
        if sentence:
            self.status.say(sentence)

    def _start_application(self, environment: Mapping[str, str]) -> PrintedFirstSteps:
        children = application_children(self.state, self.settings, environment)
        with step("api"):
            self._start_one(children["api"])
            first_steps = take_first_steps(self.state, environment)
            wait_for_answer(children["api"], self.settings)
        # After the api, since they take seconds to load. /ready refuses until both have begun, and
        # whoever is told that all is up asks it next.
        with step("worker, beat"):
            self._start_one(children["worker"])
            self._start_one(children["beat"])
            wait_until_ready([children["worker"], children["beat"]], self.settings)
        return first_steps

    def _start_one(self, child: Child) -> None:
        self.application[child.name] = child
        child.start()

    def _publish(self, project: str) -> None:
        is_outside = "database_url" in self.settings.model_fields_set
        facts = {
            "url": self.url,
            "project": project,
            "database_url": self.services.database_url,
            "database": "outside" if is_outside else "embedded",
            "redis_url": self.services.redis_url,
        }
        write_running(self.state, facts)

    def _say_address(self, first_steps: PrintedFirstSteps) -> None:
        path = first_steps.sign_in_path
        write_line(f"\nOpen {self.url}{path or '/'}")
        if path:
            write_line(
                "It signs you in once, as the first administrator, within"
                f" {self.settings.sign_in_minutes} minutes; make sign-in prints another."
            )
        stop = "Ctrl-C or make down" if sys.stdout.isatty() else "make down"
        write_line(f"{stop} stops everything. Logs: {self.state.logs}\n")

    def _start_watchdog(self) -> None:
        probes = application_probes(ReadyQuestion(self.settings))
        self.watchdog = Watchdog({**probes, **self.services.probes})

    def watch(self) -> None:
        """Keep the children running until somebody asks to stop."""
        self._start_watchdog()
        self.manager.say_ready()
        while True:
            # whatever a full disk or a lack of memory refuses now is tried again at the next look
            with suppress(OSError):
                for child in self.children():
                    self._look_after(child)
                for hung in self.watchdog.look(self.children()):
                    self._end_hung(hung)
                self._show_progress()
                self._note_children()
            time.sleep(LOOK_EVERY_S)

    def children(self) -> list[Child]:
        agent = [self.agent.serve] if self.agent and self.agent.serve else []
        return [*self.services.children.values(), *self.application.values(), *agent]

    def _look_after(self, child: Child) -> None:
        now = time.monotonic()
        if child.restart_at is not None:
            if now >= child.restart_at:
                self._start_again(child)
            return
        code = child.exit_code()
        if code is not None:
            child.end_family()
            child.note_failure(now)
            self._report_failure(child, f"{_ending(code)}: {last_line(child.last_words())}")
            return
        if not child.is_noted:
            child.note()
        if child.failures and now - child.started_at >= SETTLED_S:
            if child.failures >= TIRESOME:
                self.status.say(f"{child.name} runs again, after {child.failures} failures.")
            child.failures = 0

    def _end_hung(self, hung: Hung) -> None:
        """Kill what lives and does not work; its death is noticed at the next look."""
        if hung.is_whole:
            self.status.say(f"{hung.child.name} {hung.why} and is killed.")
            hung.child.end_family()
        else:
            self.status.say(f"A process of {hung.child.name} {hung.why} and is killed.")
            send(hung.pid, signal.SIGKILL)

    def _start_again(self, child: Child) -> None:
        try:
            child.start()
        except OSError as error:  # no memory, no process, no file: it is tried again
            child.note_failure(time.monotonic())
            self._report_failure(child, str(error))

    def _report_failure(self, child: Child, what: str) -> None:
        if child.failures < TIRESOME:
            self.status.say(f"{child.name} ended ({what}); it is started again.")
        elif child.failures == TIRESOME:
            fault = explain(child.name, child.last_words(), self.state.path, child.spec.log)
            self.status.say(
                f"{child.name} keeps ending and is tried again every"
                f" {child.spec.longest_pause_s:.0f} s. {fault.sentence}"
            )

    def _note_children(self) -> None:
        now = time.monotonic()
        if now >= self.noted_at + NOTE_EVERY_S:
            self.noted_at = now
            self.manager.say_alive()
            self.note.write({child.name: _how(child, now) for child in self.children()})

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


def _how(child: Child, now: float) -> str:
    """Say how a child is if it does not simply run."""
    if child.restart_at is None:
        return ""
    pause_s = max(0.0, child.restart_at - now)
    times = "once" if child.failures == 1 else f"{child.failures} times"
    what = last_line(child.last_words())
    return f"failed {times}, started again in {pause_s:.0f} s: {what}"


def _ending(code: int) -> str:
    if code >= 0:
        return f"exit code {code}"
    return f"killed by {signal.Signals(-code).name}"
