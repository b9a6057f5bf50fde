"""Questions of agents for work: answered at once, within a minute, or held until there is some."""

import random
import time
from contextlib import AbstractContextManager
from dataclasses import dataclass

import msgspec
from fastapi import Request
from sqlalchemy.orm import Session

from backend.api.answers.attending import SIGN_EVERY
from backend.api.answers.held import HeldAnswer, HeldQuestion
from backend.api.dependencies import Needs, Pass
from backend.api.schemas.jobs import WorkRequest
from backend.api.shared_calls import in_place, let_in
from backend.domain.errors import UnavailableError
from backend.domain.jobs.records import LeaseAnswer
from backend.domain.machines.testbeds import UNSAID_S
from backend.services.events import EventHub
from backend.services.jobs.lease import WorkFound, WorkSought, lease_job, look_for_job
from backend.services.work_watch import NO_KEY, HeldAgent, Waiter

NO_WORK = LeaseAnswer(None)
EARLIEST = 0.8
"""Part of its wait after which a held question may end, so that not all are asked again at once."""


@dataclass(slots=True)
class WorkQuestion:
    """One question, of an agent that was let in."""

    request: Request
    agent: Pass
    needs: Needs
    """What whoever asks needs, at each later look as well."""
    sought: WorkRequest
    looks: int = 0

    async def answer(self) -> LeaseAnswer | HeldAnswer:
        """Answer; UnavailableError where nothing was found and no news of work can come."""
        hub: EventHub = self.request.app.state.hub
        try:
            await hub.begin()
        except UnavailableError:
            found = await self._look(Waiter(self.sought.offered, is_look=self.sought.is_look))
            if found is None:
                raise
            return found
        place = hub.work.wait(
            self.agent.project.id, self.sought.offered, is_look=self.sought.is_look
        )
        if self.sought.wait_seconds > UNSAID_S:
            return self._hold(place)
        return await self._wait(place)

    async def _wait(self, place: AbstractContextManager[Waiter]) -> LeaseAnswer:
        """Wait in silence, as agents ask that know nothing of held questions."""
        until = time.monotonic() + self.sought.wait_seconds
        with place as waiter:
            while (found := await self._look(waiter)) is None:
                left = until - time.monotonic()
                is_over = left <= 0.0 or not await waiter.next(left) or waiter.has_ended()
                if is_over or await self.request.is_disconnected():
                    return NO_WORK
            return found

    def _hold(self, place: AbstractContextManager[Waiter]) -> HeldAnswer:
        beat_s = self.request.app.state.settings.beat_seconds
        longest_s = self.sought.wait_seconds
        return HeldAnswer(
            HeldQuestion(
                place=place,
                look=self._look_while_held,
                nothing=msgspec.json.encode(NO_WORK),
                wait_s=longest_s * random.uniform(EARLIEST, 1.0),  # noqa: S311  a pace, no secret
                alive_s=beat_s * SIGN_EVERY,
            )
        )

    async def _look_while_held(self, waiter: Waiter) -> bytes | None:
        if self.looks > 0:  # what was allowed half an hour ago may not be any more
            state = await self.request.app.state.primary.snapshots.current()
            slug = self.request.path_params["project"]
            self.agent = await let_in(self.request, self.needs, slug, state)
        self.looks += 1
        found = await self._look(waiter)
        return None if found is None else msgspec.json.encode(found)

    async def _look(self, waiter: Waiter) -> LeaseAnswer | None:
        """Look for work once; others are told of what this agent is not given."""
        sought, project_id, actor = self.sought, self.agent.project.id, self.agent.actor
        wanted = WorkSought(sought.agent, sought.offered, sought.wait_seconds)
        app = self.request.app

        def look(session: Session) -> WorkFound:
            if sought.is_look:
                return look_for_job(session, project_id, actor, wanted)
            return lease_job(session, app.state.events, project_id, actor, wanted)

        found = await in_place(self.request, look)
        waiter.agent_id, waiter.testbed_id = found.agent.id, found.agent.testbed_id
        if sought.wait_seconds > UNSAID_S and not sought.is_look:
            key = self.agent.actor.key
            app.state.hub.work.hold(
                waiter,
                HeldAgent(
                    project_id, found.agent.id, found.agent.testbed_id, key.id if key else NO_KEY
                ),
            )
        if found.lease is None:
            app.state.hub.work.settle(waiter, is_left=found.is_left, better=found.better)
        if found.lease is None and found.waits is None:
            return None
        return LeaseAnswer(found.lease, found.waits)
