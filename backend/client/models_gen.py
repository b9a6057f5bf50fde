"""Models. Made by scripts/python_client.py of the API's description; do not edit."""

from __future__ import annotations

from typing import Annotated, Any, Literal, TypeAlias
from msgspec import Meta, Struct, UNSET, UnsetType


class Acceptance(Struct):
    """
    Name and password make an account; who is signed in leaves them out.
    """

    token: Annotated[
        str, Meta(description="The token; it is stored encrypted and never shown")
    ]
    name: Annotated[str, Meta(description="Name")] | None | UnsetType = UNSET
    password: Annotated[str, Meta(description="The password")] | None | UnsetType = (
        UNSET
    )


class AcceptedInvitation(Struct):
    project: Annotated[str, Meta(description="Short name of the project")]


class AcceptedReport(Struct):
    id: Annotated[str, Meta(description="Number of it, which does not change")]
    state: Annotated[
        Literal["accepted", "ingested", "failed", "deleted"],
        Meta(description="State that it is in"),
    ]
    url: Annotated[str, Meta(description="Web address")]


class AlternativeResult(Struct):
    high: Annotated[float, Meta(description="Upper end of the 95 % interval")] | None
    low: Annotated[float, Meta(description="Lower end of the 95 % interval")] | None
    value: Annotated[float, Meta(description="The value in its unit")]


class AskedCommit(Struct):
    """
    A commit, and the branch that its results belong to.
    """

    branch: Annotated[str, Meta(description="Name of the branch")]
    commit: Annotated[str, Meta(description="The commit")]


class Assignable(Struct):
    """
    Who can be given work in a project: a member, or an administrator of all.
    """

    id: Annotated[int, Meta(description="Number of it, which does not change")]
    name: Annotated[str, Meta(description="Name")]
    nick: Annotated[str, Meta(description="What their mail address begins with.")]


class Assignee(Struct):
    """
    Who takes care of a group.
    """

    id: Annotated[int, Meta(description="Number of it, which does not change")]
    name: Annotated[str, Meta(description="Name")]


class AttributeChange(Struct):
    """
    One attribute that differs from the run before; None: not given there.
    """

    after: (
        Annotated[
            str | int | float | bool, Meta(description="The value on the later side")
        ]
        | None
    )
    before: (
        Annotated[
            str | int | float | bool, Meta(description="The value on the earlier side")
        ]
        | None
    )
    name: Annotated[str, Meta(description="Name")]


class BeatAnswer(Struct):
    """
    What an agent is told about the job that it holds.
    """

    cancel: (
        Annotated[
            str, Meta(description="Why it is to end the job; nothing: it goes on.")
        ]
        | None
    )
    lease_seconds: Annotated[
        int, Meta(description="So long without a word, and the job is another agent's")
    ]


class BeatPlan(Struct):
    """
    A run that the schedule of an agent holds, and from when it is due.
    """

    due_at: Annotated[str, Meta(description="When it is due")]
    mode: Annotated[
        Literal["quick", "full"],
        Meta(description="How thoroughly it was measured: quick or full"),
    ]
    suite: Annotated[str, Meta(description="Name of the suite")]


class BeatProgress(Struct):
    done: Annotated[int, Meta(description="How many are done")]
    total: Annotated[int, Meta(description="How many there are in all")]


BetterDirection: TypeAlias = Literal["lower", "higher", "unknown"]


class BreakEven(Struct):
    """
    The share of the load at which the losers would eat up the gains of the rest.
    """

    current: Annotated[float, Meta(description="The weight now")]
    high: Annotated[float, Meta(description="Upper end of the 95 % interval")] | None
    low: Annotated[float, Meta(description="Lower end of the 95 % interval")] | None
    weight: Annotated[float, Meta(description="Weight at which it turns")]


class Buckets(Struct):
    """
    What the histograms of a side count together, in base units, ascending.
    """

    counts: Annotated[list[int], Meta(description="Counts by kind")]
    highest: Annotated[list[float], Meta(description="Largest value in the histogram")]
    lowest: Annotated[list[float], Meta(description="Smallest value in the histogram")]
    side: Annotated[
        Literal["baseline", "contender"],
        Meta(description="Which side: baseline or contender"),
    ]


class ChangeJudgement(Struct):
    """
    What a person says of a change point.
    """

    is_change: Annotated[
        bool,
        Meta(
            description="False: it is none, whatever later results show. True: take that back."
        ),
    ]


class ChangeNote(Struct):
    """
    What was written of a change point or done to it; `text` is empty for what was only done.
    """

    author: Annotated[str, Meta(description="Who wrote it")]
    change: Annotated[int, Meta(description="Number of the change point")]
    created_at: Annotated[str, Meta(description="When it was made")]
    id: Annotated[int, Meta(description="Number of it, which does not change")]
    kind: Annotated[
        Literal["note", "acknowledged", "unacknowledged", "rejected", "reopened"],
        Meta(description="What kind it is"),
    ]
    text: Annotated[str, Meta(description="The text")]


class ChangePart(Struct):
    """
    One factor of a change: the ratios of all parts multiply to that of the whole.
    """

    name: Annotated[str, Meta(description="Name")]
    ratio: Annotated[
        float, Meta(description="Contender over baseline, or after over before")
    ]


class ChangeSide(Struct):
    """
    The run surely before a change, or surely after it.
    """

    benchmark_version: (
        Annotated[str, Meta(description="Version of the benchmark's definition")] | None
    )
    binary_hash: Annotated[str, Meta(description="Hash of the measured binary")] | None
    control: (
        Annotated[
            Literal["steady", "moved", "veto"],
            Meta(
                description="What the fixed work around the run said: steady, moved, or veto."
            ),
        ]
        | None
    )
    control_reason: Annotated[
        str, Meta(description="Why the control benchmark said so")
    ]
    names_environment: Annotated[
        bool, Meta(description="Its report says something of toolchain or settings.")
    ]
    names_machine: Annotated[
        bool,
        Meta(
            description="Its report says something of the machine: it has a fingerprint."
        ),
    ]
    profile_id: (
        Annotated[
            int, Meta(description="The nearest profile of the variant on this side.")
        ]
        | None
    )
    run_id: Annotated[int, Meta(description="Number of the run")] | None


class ChannelHealth(Struct):
    """
    How a channel has been doing.
    """

    dead: Annotated[
        int, Meta(description="Messages that nobody tries to send any more.")
    ]
    failing_since: (
        Annotated[str, Meta(description="Since when it fails; null: it works")] | None
    )
    last_reason: Annotated[
        str, Meta(description="Why the newest attempt failed; empty: it did not")
    ]
    last_sent_at: (
        Annotated[str, Meta(description="When a message was sent last")] | None
    )
    waiting: Annotated[int, Meta(description="News that are not told yet.")]


ChannelKind: TypeAlias = Annotated[
    Literal["mail", "slack", "discord", "teams", "mattermost", "webhook"],
    Meta(description="What speaks at the other end."),
]


class ChannelPause(Struct):
    is_paused: Annotated[bool, Meta(description="Whether messages are held back")]


class ChannelSecret(Struct):
    secret: Annotated[str, Meta(description="Signs messages; shown once")]


class CiRule(Struct):
    audience: Annotated[str, Meta(description="Audience that a token must name")]
    claims: Annotated[
        dict[str, str],
        Meta(
            description="Claim → pattern, in which * stands for anything.",
            max_length=20,
            min_length=1,
        ),
    ]
    created_at: Annotated[str, Meta(description="When it was made")]
    created_by: Annotated[str, Meta(description="Who made it")]
    id: Annotated[int, Meta(description="Number of it, which does not change")]
    issuer: Annotated[str, Meta(description="As in the claim “iss” of its tokens.")]
    last_used_at: Annotated[str, Meta(description="When it was used last")] | None
    name: Annotated[str, Meta(description="Name")]
    testbed: Annotated[str, Meta(description="The only one that reports may name.")]


class ClaimCurve(Struct):
    """
    A variant whose latencies were recorded: its percentile curve can be drawn.
    """

    label: Annotated[str, Meta(description="Text that is shown for it")]
    run_id: Annotated[int, Meta(description="Number of the run")]
    series_id: Annotated[int, Meta(description="Number of the series")]


class ClaimFigure(Struct):
    """
    One published figure beside what was measured of it; levels in base units.
    """

    high: Annotated[float, Meta(description="Upper end of the 95 % interval")] | None
    label: Annotated[str, Meta(description="Text that is shown for it")]
    low: Annotated[float, Meta(description="Lower end of the 95 % interval")] | None
    n: Annotated[int, Meta(description="How many samples, pairs or points it rests on")]
    published: Annotated[float, Meta(description="Published figures")] | None
    run_id: Annotated[int, Meta(description="Number of the run")] | None
    series_id: Annotated[int, Meta(description="Number of the series")] | None
    unit: Annotated[str, Meta(description="Unit of the values")]
    value: Annotated[float, Meta(description="The value in its unit")] | None


class ClaimImport(Struct):
    text: Annotated[
        str,
        Meta(
            description="A file of claims, TOML or JSON; a suite's manifest is one as well."
        ),
    ]


class ClaimLink(Struct):
    """
    A page that shows the same runs otherwise: a sweep, a split or a ladder.
    """

    address: Annotated[
        str, Meta(description="What follows the address of the project.")
    ]
    title: Annotated[str, Meta(description="Title")]


class ClaimPoint(Struct):
    """
    What a statement came to at one commit.
    """

    commit: Annotated[str, Meta(description="The commit")]
    high: Annotated[float, Meta(description="Upper end of the 95 % interval")] | None
    low: Annotated[float, Meta(description="Lower end of the 95 % interval")] | None
    measured_at: Annotated[str, Meta(description="When it was measured")]
    run_id: Annotated[int, Meta(description="Number of the run")]
    value: Annotated[float, Meta(description="The value in its unit")] | None
    verdict: Annotated[
        Literal["confirmed", "refuted", "other size", "undecided", "not measurable"],
        Meta(description="What the comparison or the check found"),
    ]


class ClaimStanding(Struct):
    """
    How a statement stands on a testbed by its decided verdicts in the order of commits.
    """

    name: Annotated[
        Literal["holds", "no longer holds", "never held", "not decided"],
        Meta(description="Name"),
    ]
    since: (
        Annotated[
            str,
            Meta(
                description="When that commit was measured; null where nothing is decided."
            ),
        ]
        | None
    )
    since_commit: Annotated[
        str,
        Meta(
            description="The first measured commit of the present state; empty where nothing is decided."
        ),
    ]


class ClaimTableCell(Struct):
    """
    A published figure beside the newest measured one, in base units.
    """

    high: Annotated[float, Meta(description="Upper end of the 95 % interval")] | None
    low: Annotated[float, Meta(description="Lower end of the 95 % interval")] | None
    n: Annotated[int, Meta(description="How many samples, pairs or points it rests on")]
    published: Annotated[float, Meta(description="The published figure.")] | None
    published_ratio: (
        Annotated[float, Meta(description="The same ratio of the published figures.")]
        | None
    )
    ratio: (
        Annotated[
            float,
            Meta(
                description="The measured figure relative to that of the row it stands against."
            ),
        ]
        | None
    )
    ratio_high: (
        Annotated[float, Meta(description="Upper end of the interval of the ratio.")]
        | None
    )
    ratio_low: (
        Annotated[float, Meta(description="Lower end of the interval of the ratio.")]
        | None
    )
    run_id: Annotated[int, Meta(description="Number of the run")] | None
    series_id: Annotated[int, Meta(description="Number of the series")] | None
    unit: Annotated[str, Meta(description="Unit of the values")]
    value: Annotated[float, Meta(description="The value in its unit")] | None


class ClaimTableLine(Struct):
    """
    One variant of a table on one testbed.
    """

    against: Annotated[
        str,
        Meta(description="The label of the row that its ratios are of; empty: none."),
    ]
    cells: Annotated[
        list[ClaimTableCell], Meta(description="In the order of the columns.")
    ]
    label: Annotated[str, Meta(description="Text that is shown for it")]


class ClaimTableOnMachine(Struct):
    """
    A table filled with what one testbed measured.
    """

    lines: Annotated[
        list[ClaimTableLine], Meta(description="Lines of the log, oldest first")
    ]
    testbed: Annotated[
        str,
        Meta(description="Empty where nothing was measured: published figures alone."),
    ]


class Claims(Struct):
    """
    What a token would claim.
    """

    claims: Annotated[
        dict[str, Any], Meta(description="Claims of a token, by name", max_length=200)
    ]


class CommitChange(Struct):
    """
    What to correct of a commit; what is left out stays as it is.
    """

    parents: (
        Annotated[
            list[str],
            Meta(
                description="Names, the first parent first; an empty list: it has none."
            ),
        ]
        | None
        | UnsetType
    ) = UNSET
    time: Annotated[str, Meta(description="Time of the commit")] | None | UnsetType = (
        UNSET
    )


class CommitColumns(Struct):
    """
    Commits of a history in order, one array per column.
    """

    author: Annotated[list[str], Meta(description="Who wrote it")]
    due: Annotated[
        list[int | None],
        Meta(
            description="Milliseconds since 1970 at which it stands on an axis of dates, where that is not its own\ntime: that one is unknown, or goes back along the branch."
        ),
    ]
    id: Annotated[list[int], Meta(description="Number of it, which does not change")]
    name: Annotated[list[str], Meta(description="Name")]
    ordinal: Annotated[
        list[int],
        Meta(
            description="Place of the commit on the branch, counted from 0 and including commits never measured. Where\nthe series lie on several branches: milliseconds since 1970, never less than those before it."
        ),
    ]
    subject: Annotated[list[str], Meta(description="First line of the commit message")]
    time: Annotated[list[int | None], Meta(description="Milliseconds since 1970, UTC.")]
    url: Annotated[list[str | None], Meta(description="Web address")]


class CommitRef(Struct):
    """
    A commit as people recognise it; `name` is the stable id as uploaded.
    """

    author: Annotated[str, Meta(description="Who wrote it")]
    id: Annotated[int, Meta(description="Number of it, which does not change")]
    name: Annotated[
        str, Meta(description="The stable id as uploaded: a hash or a release.")
    ]
    subject: Annotated[str, Meta(description="First line of the commit message")]
    time: Annotated[str, Meta(description="Time of the commit")] | None
    url: Annotated[str, Meta(description="Web address")] | None


class CommonCommits(Struct):
    """
    Commits that may be the cause of all of a group, in their order, and how many there are.

    Of a long range only both ends are named.
    """

    count: Annotated[int, Meta(description="Including those never measured.")]
    named: Annotated[
        list[CommitRef],
        Meta(description="In their order; of a long range only both ends."),
    ]
    since: Annotated[
        CommitRef,
        Meta(
            description="The first commit at the new level: that of the worst change where all others allow it, else\nthe last that they do. A series measured rarely shows its change late."
        ),
    ]


class ComparedCentre(Struct):
    high: (
        Annotated[
            float,
            Meta(
                description="95 % interval of one run, or of the centres of several; null where there is none."
            ),
        ]
        | None
    )
    low: Annotated[float, Meta(description="Lower end of the 95 % interval")] | None
    n: Annotated[int, Meta(description="Samples, or recordings of a histogram.")]
    runs: Annotated[int, Meta(description="Runs")]
    value: Annotated[float, Meta(description="The value in its unit")] | None


class ComparedMetric(Struct):
    direction: Annotated[
        Literal["lower", "higher", "unknown"],
        Meta(description="Which values are better: lower or higher"),
    ]
    name: Annotated[str, Meta(description="Name")]
    noise: Annotated[
        Literal["sampled", "exact"], Meta(description="How results scatter")
    ]
    suite: Annotated[str, Meta(description="Name of the suite")]
    unit: Annotated[str, Meta(description="Unit of the values")]


class ComparedPercentile(Struct):
    baseline: (
        Annotated[float, Meta(description="The side that is compared with")] | None
    )
    contender: Annotated[float, Meta(description="The side that is judged")] | None
    high: Annotated[float, Meta(description="Upper end of the 95 % interval")] | None
    low: Annotated[float, Meta(description="Lower end of the 95 % interval")] | None
    percent: Annotated[float, Meta(description="The percentile, 0 to 100")]
    ratio: (
        Annotated[
            float, Meta(description="Contender over baseline, or after over before")
        ]
        | None
    )
    warnings: Annotated[
        list[str], Meta(description="What limits the statement, one sentence each")
    ]


class ComparedVariant(Struct):
    """
    What a row is of.
    """

    benchmark: Annotated[str, Meta(description="Name of the benchmark")]
    parameters: Annotated[
        dict[str, str | int | float | bool],
        Meta(description="Parameter values by name"),
    ]
    suite: Annotated[str, Meta(description="Name of the suite")]
    tags: Annotated[dict[str, str], Meta(description="Tags")]


class ConfirmationAsked(Struct):
    """
    A change point that is to be measured again: last good and first bad, in turns.
    """

    change: Annotated[int, Meta(description="The change point")]
    budget_minutes: (
        Annotated[int, Meta(description="Minutes of a machine that it may take")]
        | UnsetType
    ) = UNSET
    rounds: (
        Annotated[int, Meta(description="Rounds that were measured")] | None | UnsetType
    ) = UNSET


class ControlHistory(Struct):
    """
    Earlier controls of the same machine and agent.
    """

    limit: Annotated[float, Meta(description="The limit")] | None
    median_s: Annotated[float, Meta(description="Median in seconds")] | None
    n: Annotated[int, Meta(description="How many controls it rests on")]
    ratio: (
        Annotated[
            float, Meta(description="Contender over baseline, or after over before")
        ]
        | None
    )
    spread: Annotated[float, Meta(description="Relative spread")] | None


class ControlWork(Struct):
    """
    Fixed work before and after the run.
    """

    after_s: (
        Annotated[
            float, Meta(description="Seconds that the fixed work took after the run")
        ]
        | None
    )
    before_s: (
        Annotated[
            float, Meta(description="Seconds that the fixed work took before the run")
        ]
        | None
    )
    high: Annotated[float, Meta(description="Upper end of the 95 % interval")] | None
    history: Annotated[ControlHistory, Meta(description="What came before")] | None
    limit: Annotated[float, Meta(description="The limit")] | None
    low: Annotated[float, Meta(description="Lower end of the 95 % interval")] | None
    ratio: (
        Annotated[
            float, Meta(description="Contender over baseline, or after over before")
        ]
        | None
    )
    samples: Annotated[list[int], Meta(description="Samples")]
    work: Annotated[str, Meta(description="Name of the fixed work")]


class Corrected(Struct):
    """
    How many runs and results a correction takes, or took.
    """

    deletion: (
        Annotated[int, Meta(description="By this id deleted runs are brought back.")]
        | None
    )
    restorable_until: (
        Annotated[str, Meta(description="Until when deleted runs can be brought back")]
        | None
    )
    results: Annotated[int, Meta(description="How many results it has")]
    runs: Annotated[int, Meta(description="Runs")]


class CounterValue(Struct):
    """
    What one variant has of a further metric.
    """

    high: Annotated[float, Meta(description="Upper end of the 95 % interval")] | None
    label: Annotated[str, Meta(description="Text that is shown for it")]
    low: Annotated[float, Meta(description="Lower end of the 95 % interval")] | None
    value: Annotated[float, Meta(description="The value in its unit")]


class CreatedInvitation(Struct):
    created_at: Annotated[str, Meta(description="When it was made")]
    email: Annotated[str, Meta(description="E-mail address")]
    expires_at: Annotated[str, Meta(description="When it expires")]
    id: Annotated[int, Meta(description="Number of it, which does not change")]
    invited_by: Annotated[str, Meta(description="Who made the invitation")]
    path: Annotated[
        str,
        Meta(
            description="Of the page where it is accepted; shown once, only a hash is stored."
        ),
    ]
    role: Annotated[
        Literal["viewer", "triager", "maintainer", "owner"], Meta(description="Role")
    ]


class DefaultRatio(Struct):
    """
    A value over the default, with the interval of every comparison (99 %).
    """

    high: Annotated[float, Meta(description="Upper end of the 95 % interval")] | None
    low: (
        Annotated[
            float,
            Meta(
                description="With `high` the interval; null where the scatter is not known."
            ),
        ]
        | None
    )
    ratio: Annotated[
        float, Meta(description="Contender over baseline, or after over before")
    ]
    verdict: Annotated[
        str,
        Meta(
            description="As of a comparison: improvement, regression, same or unknown."
        ),
    ]


class Definition(Struct):
    """
    One version of a benchmark's definition, and where it was first and last measured.
    """

    first: Annotated[CommitRef, Meta(description="The earlier one")] | None
    first_at: Annotated[str, Meta(description="When it was measured first")]
    hash: Annotated[str, Meta(description="Hash of the content")]
    last: Annotated[CommitRef, Meta(description="The later one")] | None
    last_at: Annotated[str, Meta(description="When it was measured last")]
    points: Annotated[int, Meta(description="Points")]


class Deletion(Struct):
    """
    Runs that were deleted at once.
    """

    deleted_at: Annotated[str, Meta(description="When it was deleted")]
    deleted_by: Annotated[str, Meta(description="Who deleted it")]
    id: Annotated[int, Meta(description="Number of it, which does not change")]
    reason: Annotated[str, Meta(description="Why")]
    restorable_until: Annotated[
        str, Meta(description="Until when deleted runs can be brought back")
    ]
    results: Annotated[int, Meta(description="How many results it has")]
    runs: Annotated[int, Meta(description="Runs")]


class DeletionList(Struct):
    """
    Deletions that can be taken back, the newest in front.
    """

    rows: Annotated[list[Deletion], Meta(description="Rows of this page, in order")]


class Delivery(Struct):
    """
    A message as the log shows it.
    """

    attempts: Annotated[int, Meta(description="Attempts so far")]
    channel: Annotated[str, Meta(description="Name of the channel")]
    channel_id: Annotated[int, Meta(description="Number of the channel")]
    channel_kind: Annotated[ChannelKind, Meta(description="Kind of the channel")]
    created_at: Annotated[str, Meta(description="When it was made")]
    id: Annotated[int, Meta(description="Number of it, which does not change")]
    kind: Annotated[
        Literal["news", "digest", "test"], Meta(description="What kind it is")
    ]
    message_id: Annotated[str, Meta(description="Identifier of the message")]
    news: Annotated[int, Meta(description="What is new")]
    next_at: Annotated[str, Meta(description="When the next attempt is made")] | None
    reason: Annotated[str, Meta(description="Why")]
    sent_at: Annotated[str, Meta(description="When it was sent")] | None
    state: Annotated[
        Literal["waiting", "sent", "dead", "dropped"],
        Meta(description="State that it is in"),
    ]
    status: (
        Annotated[
            int,
            Meta(
                description="What the other side answered last, where it was no success."
            ),
        ]
        | None
    )
    title: Annotated[str, Meta(description="As it was sent; empty before.")]


class DeliveryPage(Struct):
    """
    Rows in order, how many there are in all, and the cursor of the next ones.
    """

    next: (
        Annotated[
            str, Meta(description="Cursor of the next page; null: this is the last one")
        ]
        | None
    )
    rows: Annotated[list[Delivery], Meta(description="Rows of this page, in order")]
    total: Annotated[int, Meta(description="How many there are in all")]


class Details(Struct):
    """
    What people keep of a group beside its state.
    """

    assignee: (
        Annotated[int, Meta(description="Person who works on it; null: nobody")] | None
    )
    culprit: (
        Annotated[
            int,
            Meta(
                description="The id of the commit at which a person says that the cause is."
            ),
        ]
        | None
    )
    due_on: Annotated[str, Meta(description="Day on which it is due")] | None
    issue_url: Annotated[str, Meta(description="Address of its issue")]
    tags: Annotated[list[str], Meta(description="Tags")]


class DetailsBefore(Struct):
    """
    What was kept of a group before it was edited.
    """

    details: Annotated[Details, Meta(description="The details as they were before")]
    number: Annotated[int, Meta(description="Number within the project")]


class Device(Struct):
    """
    What a browser says of itself, and where it asks from.
    """

    address: Annotated[
        str, Meta(description="Where it was last seen; empty: not known.")
    ]
    user_agent: Annotated[str, Meta(description="What the browser says of itself.")]


class DimensionNet(Struct):
    """
    The net effect on the members that are measured in one dimension.
    """

    dimension: Annotated[
        str, Meta(description="Part of the effect that the text is about")
    ]
    gain: Annotated[float, Meta(description="Relative gain; above 0 is better")] | None
    high: (
        Annotated[
            float,
            Meta(
                description="95 % interval; null where a member that is weighed has none."
            ),
        ]
        | None
    )
    low: Annotated[float, Meta(description="Lower end of the 95 % interval")] | None
    text: Annotated[str, Meta(description="The text")]
    verdict: Annotated[
        Literal["gain", "loss", "cancels out", "unknown", "apart"],
        Meta(description="What the comparison or the check found"),
    ]


class DirectionQuestion(Struct):
    """
    A direction that the file does not say and the person must.
    """

    benchmarks: Annotated[list[str], Meta(description="Names or number of benchmarks")]
    key: Annotated[str, Meta(description="The key")]
    reason: Annotated[str, Meta(description="Why")]
    suite: Annotated[str, Meta(description="Name of the suite")]
    unit: Annotated[str, Meta(description="Unit of the values")]


class DrawnTimeCourse(Struct):
    """
    A course as it is drawn: at most so many moments, the extremes among them.
    """

    id: Annotated[int, Meta(description="Number of it, which does not change")]
    seconds: Annotated[
        list[float],
        Meta(
            description="Since the process began; at most 800 moments, the extremes among them."
        ),
    ]
    sentence: Annotated[
        str, Meta(description="Whether the quantity came to rest, and when.")
    ]
    values: Annotated[list[float], Meta(description="Values in order")]


class DurationEstimate(Struct):
    """
    Seconds, with the range that eight of ten jobs like it stayed in.
    """

    high: Annotated[
        float, Meta(description="Seconds that one in ten jobs like it exceeds.")
    ]
    jobs: Annotated[
        int,
        Meta(
            description="Measured jobs it rests on; 0: nothing was measured yet, and the budget stands for it."
        ),
    ]
    low: Annotated[
        float, Meta(description="Seconds that one in ten jobs like it stays below.")
    ]
    seconds: Annotated[
        float,
        Meta(
            description="Median of measured jobs like it; half of the budget where there are none."
        ),
    ]


class EffectCost(Struct):
    """
    The pairs that an effect takes: None where the scatter is unknown or there are too many.
    """

    effect: Annotated[float, Meta(description="Relative effect; 0.05 for 5 %")]
    is_hopeless: Annotated[bool, Meta(description="More than 1,000 pairs.")]
    pairs: Annotated[int, Meta(description="Pairs of samples")] | None
    sentence: Annotated[str, Meta(description="What it means, in one sentence")]


class Exclusion(Struct):
    """
    Why results are left out of the baselines, who said so, and when.
    """

    at: Annotated[str, Meta(description="When")]
    by: Annotated[str, Meta(description="Who")]
    reason: Annotated[str, Meta(description="Why")]


class FacetChoice(Struct):
    """
    A value, and how many series remain when it is chosen beside the other filters.
    """

    count: Annotated[
        int,
        Meta(
            description="Series that remain when this value is chosen beside the other filters."
        ),
    ]
    value: Annotated[
        str | int | float | bool, Meta(description="The value in its unit")
    ]


class FailedResult(Struct):
    benchmark: Annotated[str, Meta(description="Name of the benchmark")]
    kind: Annotated[str, Meta(description="What kind it is")]
    message: Annotated[str, Meta(description="What it says")]
    metric: Annotated[str, Meta(description="Name of the metric")] | None
    parameters: Annotated[
        dict[str, str | int | float | bool],
        Meta(description="Parameter values by name"),
    ]


class FeedAccess(Struct):
    """
    Whether somebody has a token for the feed.
    """

    created_at: Annotated[str, Meta(description="When it was made")] | None
    used_at: Annotated[str, Meta(description="When it was used last")] | None


class FeedAddress(Struct):
    path: Annotated[
        str, Meta(description="With the token; shown once, only a hash is stored.")
    ]


class FingerprintRevision(Struct):
    """
    One state of a machine; `changed` names what differs from the revision before.
    """

    attributes: Annotated[
        dict[str, str | int | float | bool], Meta(description="Facts by name")
    ]
    changed: Annotated[
        list[str], Meta(description="Attributes that differ from the revision before.")
    ]
    first_seen_at: Annotated[
        str,
        Meta(
            description="Start of the earliest run under it, or when its agent told of it before any run."
        ),
    ]
    hash: Annotated[str, Meta(description="Hash of the content")]
    id: Annotated[int, Meta(description="Number of it, which does not change")]
    last_run_at: (
        Annotated[str, Meta(description="Start of the newest run under it.")] | None
    )
    revision: Annotated[int, Meta(description="Revision of the fingerprint, from 1 on")]


class Fitness(Struct):
    """
    A verdict, the answer line, reasons (those against it first), and the one thing to do.
    """

    advice: Annotated[
        str,
        Meta(description="The one thing to do; empty where nothing speaks against it."),
    ]
    reasons: Annotated[
        list[str],
        Meta(description="Those against it first, then what the answer rests on."),
    ]
    sentence: Annotated[str, Meta(description="What it means, in one sentence")]
    verdict: Annotated[
        Literal["fit", "with reservations", "not fit", "unknown"],
        Meta(description="What the comparison or the check found"),
    ]


class Foreign(Struct):
    """
    What others used of the machine, and what was done about it.
    """

    alike: Annotated[
        list[str],
        Meta(
            description="Benchmarks with samples too short to tell: what they are compared with counts in full."
        ),
    ]
    disturbed: Annotated[
        int, Meta(description="Samples above the limit, however they count.")
    ]
    down_weighted: Annotated[
        int, Meta(description="Samples that count less because of others' load")
    ]
    given_up: (
        Annotated[str, Meta(description="Why waiting for a quiet machine ended")] | None
    )
    improved: Annotated[
        int, Meta(description="Samples that became quieter when measured again")
    ]
    limit: Annotated[float, Meta(description="The limit")]
    median: Annotated[float, Meta(description="The median")] | None
    repeated: Annotated[int, Meta(description="Samples that were measured again")]
    samples: Annotated[int, Meta(description="Samples")]
    unknown: Annotated[int, Meta(description="What could not be judged")]


class ForgeEdit(Struct):
    """
    What is left out stays.
    """

    has_picture: (
        Annotated[bool, Meta(description="Whether the comment holds a picture")]
        | None
        | UnsetType
    ) = UNSET
    is_gating: (
        Annotated[bool, Meta(description="Whether the check may fail pull requests")]
        | None
        | UnsetType
    ) = UNSET
    least_effect: (
        Annotated[float, Meta(description="A share: 0.03 for 3 %.")] | None | UnsetType
    ) = UNSET
    token: (
        Annotated[
            str, Meta(description="The token; it is stored encrypted and never shown")
        ]
        | None
        | UnsetType
    ) = UNSET


class ForgeFinding(Struct):
    """
    One thing that was tried.
    """

    is_good: Annotated[bool, Meta(description="Whether it worked")]
    remedy: Annotated[str, Meta(description="What to do")]
    said: Annotated[str, Meta(description="What the forge answered")]
    what: Annotated[str, Meta(description="What was tried")]


ForgeKind: TypeAlias = Annotated[
    Literal["github", "gitlab", "gitea"],
    Meta(description="How a forge speaks; Forgejo speaks as Gitea does."),
]


class ForgeUpdate(Struct):
    """
    How far the forge was told.
    """

    attempts: Annotated[int, Meta(description="Attempts so far")]
    gave_up_at: (
        Annotated[str, Meta(description="When it gave up; null: it has not")] | None
    )
    is_due: Annotated[
        bool, Meta(description="Whether something is still to be written")
    ]
    next_at: Annotated[str, Meta(description="When the next attempt is made")] | None
    reason: Annotated[str, Meta(description="Why")]
    remedy: Annotated[str, Meta(description="What to do")]


class FunctionTime(Struct):
    """
    Samples of one function: in itself, and in itself and what it called.
    """

    name: Annotated[str, Meta(description="Name")]
    self_samples: Annotated[
        int, Meta(description="Samples in the function itself, without what it calls")
    ]
    total_samples: Annotated[
        int, Meta(description="Samples in the function with all that it calls")
    ]


class GivenWeights(Struct):
    """
    Weights as a person gave them; empty: all members count alike.
    """

    members: (
        Annotated[dict[str, float], Meta(description="Members", max_length=2000)]
        | UnsetType
    ) = UNSET
    tags: (
        Annotated[dict[str, float], Meta(description="Tags", max_length=2000)]
        | UnsetType
    ) = UNSET


class GoalSide(Struct):
    benchmark: Annotated[str, Meta(description="Name of the benchmark")]
    parameters: Annotated[
        dict[str, str | int | float | bool],
        Meta(description="Parameter values by name"),
    ]


class GridCell(Struct):
    """
    `excess` is the relative distance to the best; `behind` what it is at most (95 %).
    """

    behind: (
        Annotated[
            float,
            Meta(
                description="How much worse than the best it is at most, for all cells at once with 95 %."
            ),
        ]
        | None
    )
    excess: (
        Annotated[
            float,
            Meta(description="Relative distance to the best value; 0.03 is 3 % worse"),
        ]
        | None
    )
    high: Annotated[float, Meta(description="Upper end of the 95 % interval")] | None
    in_best_set: Annotated[
        bool, Meta(description="Whether the data do not distinguish it from the best")
    ]
    low: Annotated[float, Meta(description="Lower end of the 95 % interval")] | None
    n: Annotated[int, Meta(description="How many samples, pairs or points it rests on")]
    series_id: Annotated[int, Meta(description="Number of the series")]
    value: Annotated[float, Meta(description="The value in its unit")]
    x: Annotated[float, Meta(description="Value on the first axis")]
    y: Annotated[float, Meta(description="Value on the second axis")]


GroupCause: TypeAlias = Annotated[
    Literal["code", "drift", "same_binary", "machine"],
    Meta(description="What can have made a step."),
]


GroupDirection: TypeAlias = Annotated[
    Literal["regression", "improvement", "mixed", "change"],
    Meta(description="Which way a group went."),
]


class GroupEdit(Struct):
    """
    What is to be kept of groups; what is left out stays as it is, null takes it away.
    """

    groups: Annotated[list[int], Meta(description="Groups")]
    assignee: (
        Annotated[int, Meta(description="Person who works on it; null: nobody")]
        | None
        | UnsetType
    ) = UNSET
    culprit: (
        Annotated[int, Meta(description="The id of the commit at which the cause is.")]
        | None
        | UnsetType
    ) = UNSET
    due_on: (
        Annotated[str, Meta(description="Day on which it is due")] | None | UnsetType
    ) = UNSET
    issue_url: Annotated[str, Meta(description="Address of its issue")] | UnsetType = (
        UNSET
    )
    tags: Annotated[list[str], Meta(description="Tags")] | UnsetType = UNSET


class GroupEvent(Struct):
    """
    One entry of the story of a group; no author: Tidemark itself.
    """

    author: Annotated[str, Meta(description="Empty: Tidemark itself.")]
    created_at: Annotated[str, Meta(description="When it was made")]
    id: Annotated[int, Meta(description="Number of it, which does not change")]
    kind: Annotated[str, Meta(description="What kind it is")]
    text: Annotated[str, Meta(description="The text")]


class GroupPlace(Struct):
    """
    A testbed on which series like those of a group are measured, and how many moved there.
    """

    measured: Annotated[
        int,
        Meta(
            description="Of them so many have results here before the commits in question and after them."
        ),
    ]
    moved: Annotated[int, Meta(description="Of them so many are in the group.")]
    of: Annotated[
        int, Meta(description="Variants and metrics of the group, wherever they moved.")
    ]
    testbed: Annotated[str, Meta(description="Name of the testbed")]
    testbed_id: Annotated[int, Meta(description="Number of the testbed")]


class GroupShare(Struct):
    """
    What a suite counts together; `self_…` where one of its functions is the innermost.

    `low` and `high` are the ends of the intervals of the shares.
    """

    functions: Annotated[list[str], Meta(description="Functions with the most time")]
    high: Annotated[float, Meta(description="Upper end of the 95 % interval")] | None
    low: Annotated[float, Meta(description="Lower end of the 95 % interval")] | None
    name: Annotated[str, Meta(description="Name")]
    samples: Annotated[int, Meta(description="Samples")]
    self_high: (
        Annotated[
            float, Meta(description="Upper end of the 95 % interval of the own share")
        ]
        | None
    )
    self_low: (
        Annotated[
            float, Meta(description="Lower end of the 95 % interval of the own share")
        ]
        | None
    )
    self_samples: Annotated[
        int, Meta(description="Samples in the function itself, without what it calls")
    ]
    self_share: Annotated[
        float, Meta(description="Share of the time in the function itself")
    ]
    share: Annotated[float, Meta(description="Share of the whole; 0.1 for 10 %")]


GroupState: TypeAlias = Annotated[
    Literal[
        "open", "acknowledged", "fixed", "accepted", "invalid", "withdrawn", "suspected"
    ],
    Meta(description="Where a group stands."),
]


class GroupTriage(Struct):
    """
    What people made of a group, and since when it stands as it does.
    """

    assignee: (
        Annotated[Assignee, Meta(description="Person who works on it; null: nobody")]
        | None
    )
    at: Annotated[str, Meta(description="When")]
    by: Annotated[str, Meta(description="Who")] | None
    culprit: (
        Annotated[CommitRef, Meta(description="Where a person says that the cause is.")]
        | None
    )
    due_on: Annotated[str, Meta(description="Day on which it is due")] | None
    fixed_in: (
        Annotated[
            CommitRef,
            Meta(
                description="The commit with which the level of its worst change came back."
            ),
        ]
        | None
    )
    is_said: Annotated[bool, Meta(description="A person brought it into its state.")]
    issue_url: Annotated[str, Meta(description="Address of its issue")]
    merged_into: (
        Annotated[
            int, Meta(description="The number of the group that has its changes now.")
        ]
        | None
    )
    muted_until: (
        Annotated[
            str,
            Meta(description="Until when it alerts nobody; past times do not count."),
        ]
        | None
    )
    tags: Annotated[list[str], Meta(description="Tags")]
    why: Annotated[str, Meta(description="Why")]


class ImportPart(Struct):
    """
    What a file holds of one suite, testbed and branch.
    """

    branch: Annotated[
        str, Meta(description="Of pull requests: pull/<number> is written as pull/…")
    ]
    commits: Annotated[int, Meta(description="Commits in the order of the branch")]
    first: (
        Annotated[
            str,
            Meta(description="Time of its earliest commit, where the file says times."),
        ]
        | None
    )
    last: Annotated[str, Meta(description="The later one")] | None
    reports: Annotated[int, Meta(description="Identifiers of the reports")]
    results: Annotated[int, Meta(description="How many results it has")]
    suite: Annotated[str, Meta(description="Name of the suite")]
    testbed: Annotated[str, Meta(description="Name of the testbed")]


class Invitation(Struct):
    created_at: Annotated[str, Meta(description="When it was made")]
    email: Annotated[str, Meta(description="E-mail address")]
    expires_at: Annotated[str, Meta(description="When it expires")]
    id: Annotated[int, Meta(description="Number of it, which does not change")]
    invited_by: Annotated[str, Meta(description="Who made the invitation")]
    role: Annotated[
        Literal["viewer", "triager", "maintainer", "owner"], Meta(description="Role")
    ]


class InvitationToken(Struct):
    token: Annotated[
        str, Meta(description="The token; it is stored encrypted and never shown")
    ]


class JobBeat(Struct):
    """
    A sign of life of a job: how far it is, and the lines that came since the last one.
    """

    lease: Annotated[
        int, Meta(description="Number of the lease; an older one holds nothing")
    ]
    stage: Annotated[
        Literal["fetching", "building", "measuring", "reporting"],
        Meta(description="What its agent does"),
    ]
    done: Annotated[int, Meta(description="How many are done")] | UnsetType = UNSET
    lines: (
        Annotated[list[str], Meta(description="Lines of the log, oldest first")]
        | UnsetType
    ) = UNSET
    total: Annotated[int, Meta(description="How many there are in all")] | UnsetType = (
        UNSET
    )


class JobCommit(Struct):
    """
    A commit to measure, and the branch that its results belong to.
    """

    branch: Annotated[str, Meta(description="Name of the branch")]
    commit: Annotated[str, Meta(description="The commit")]


class JobEnded(Struct):
    lease: Annotated[
        int, Meta(description="Number of the lease; an older one holds nothing")
    ]
    outcome: Annotated[
        Literal["finished", "build failed", "cancelled", "machine failed"],
        Meta(description="What came of it"),
    ]
    reports: (
        Annotated[
            list[str],
            Meta(description="Idempotency keys of the reports that belong to the job."),
        ]
        | UnsetType
    ) = UNSET
    why: Annotated[str, Meta(description="Why")] | UnsetType = UNSET


JobKind: TypeAlias = Annotated[
    Literal["run", "compare", "confirm", "aa"],
    Meta(description="What a job is for; more kinds follow under the same states."),
]


class JobLease(Struct):
    """
    A job as the agent gets it that is to measure it.
    """

    arms: Annotated[
        list[JobCommit], Meta(description="What takes turns, round by round.")
    ]
    budget_seconds: Annotated[
        int, Meta(description="Seconds of the machine that it may take")
    ]
    id: Annotated[int, Meta(description="Number of it, which does not change")]
    kind: Annotated[JobKind, Meta(description="What kind it is")]
    lease: Annotated[
        int,
        Meta(
            description="Shown with every word about the job; an older one holds nothing."
        ),
    ]
    lease_seconds: Annotated[
        int, Meta(description="So long without a word, and the job is another agent's.")
    ]
    mode: Annotated[
        Literal["quick", "full"],
        Meta(description="How thoroughly it was measured: quick or full"),
    ]
    only: Annotated[
        list[str],
        Meta(description="Benchmarks or variants that it measures; empty: all"),
    ]
    repository: Annotated[str, Meta(description="owner/name")]
    rounds: Annotated[int, Meta(description="Rounds that were measured")] | None
    suite: Annotated[str, Meta(description="Name of the suite")]


class JobLog(Struct):
    """
    Lines of a job's log from some line on.
    """

    dropped: Annotated[int, Meta(description="Lines beyond what the log keeps")]
    first: Annotated[int, Meta(description="The earlier one")]
    lines: Annotated[list[str], Meta(description="Lines of the log, oldest first")]
    total: Annotated[int, Meta(description="How many there are in all")]


class JobProgress(Struct):
    """
    What the agent that has a job said last.
    """

    done: Annotated[int, Meta(description="Rounds that are measured.")]
    stage: Annotated[
        Literal["fetching", "building", "measuring", "reporting"],
        Meta(description="What its agent does"),
    ]
    total: Annotated[int, Meta(description="How many there are in all")]


class JobRun(Struct):
    """
    A run that a job brought.
    """

    arm: Annotated[int, Meta(description="Which of the job's commits, counted from 0.")]
    commit: Annotated[str, Meta(description="The commit")]
    is_counted: Annotated[
        bool, Meta(description="A late one of a lost lease is kept and not counted.")
    ]
    lease: Annotated[int, Meta(description="Which of the job's leases brought it.")]
    run_id: Annotated[int, Meta(description="Number of the run")]


JobState: TypeAlias = Literal[
    "queued", "leased", "running", "finished", "failed", "cancelled", "expired"
]


class JobTarget(Struct):
    """
    Which suite, of which commits, and how long.
    """

    commits: Annotated[
        list[JobCommit],
        Meta(description="Measured in turns on one machine, round by round."),
    ]
    mode: Annotated[
        Literal["quick", "full"],
        Meta(description="How thoroughly it was measured: quick or full"),
    ]
    only: Annotated[
        list[str],
        Meta(
            description="Benchmarks of the suite, or `name=value` of its variants; empty: all."
        ),
    ]
    repository: Annotated[
        str,
        Meta(
            description="Where the commits can be fetched; empty: from where the agent has the suite."
        ),
    ]
    rounds: Annotated[int, Meta(description="None: as many as the suite says.")] | None
    suite: Annotated[str, Meta(description="Name of the suite")]


class KnownCommit(Struct):
    """
    A commit, its parents, and the branches that it stands on, by their names.
    """

    branches: Annotated[list[str], Meta(description="Names of branches")]
    id: Annotated[int, Meta(description="Number of it, which does not change")]
    name: Annotated[str, Meta(description="Name")]
    parents: Annotated[list[str], Meta(description="First parent first.")]
    subject: Annotated[str, Meta(description="First line of the commit message")]
    time: Annotated[str, Meta(description="Time of the commit")] | None


class KnownFormat(Struct):
    """
    A format that can be read.
    """

    name: Annotated[str, Meta(description="As `format` of an upload takes it.")]
    title: Annotated[str, Meta(description="Its name for people.")]


class KnownProject(Struct):
    """
    A project as every page needs it; how much is in it takes longer to tell.
    """

    created_at: Annotated[str, Meta(description="When it was made")]
    name: Annotated[str, Meta(description="Name")]
    slug: Annotated[str, Meta(description="Short name in addresses")]
    visibility: Annotated[
        Literal["public", "private"],
        Meta(description="Who may see the project: everybody or members only"),
    ]
    repository_url: (
        Annotated[
            str, Meta(description="Where its code can be looked at; http or https.")
        ]
        | None
        | UnsetType
    ) = UNSET
    rights: (
        Annotated[
            list[str],
            Meta(
                description="What the caller may do in it, as the calls declare it (`x-action`)."
            ),
        ]
        | UnsetType
    ) = UNSET


class LadderChange(Struct):
    """
    What is given is changed.
    """

    min_effect: (
        Annotated[float, Meta(description="Smallest effect that counts; a share")]
        | None
        | UnsetType
    ) = UNSET
    name: Annotated[str, Meta(description="Name")] | None | UnsetType = UNSET
    note: Annotated[str, Meta(description="Free text")] | None | UnsetType = UNSET


class LatestPoint(Struct):
    commit: Annotated[CommitRef, Meta(description="The commit")]
    high: Annotated[float, Meta(description="Upper end of the 95 % interval")] | None
    low: Annotated[float, Meta(description="Lower end of the 95 % interval")] | None
    measured_at: Annotated[str, Meta(description="When it was measured")]
    n: Annotated[int, Meta(description="How many samples, pairs or points it rests on")]
    value: Annotated[float, Meta(description="The value in its unit")]


class LeaseAnswer(Struct):
    """
    What an agent that asks for work is told.
    """

    job: (
        Annotated[JobLease, Meta(description="Nothing: there is none now; ask again.")]
        | None
    )


Likeness: TypeAlias = Annotated[
    Literal["same_series", "same_benchmark"],
    Meta(description="Why an earlier or later change is shown beside this one."),
]


class LinkRequest(Struct):
    email: Annotated[str, Meta(description="Address of the account.")]


class LinkToken(Struct):
    token: Annotated[str, Meta(description="What the link ends in.")]


class ListedProfile(Struct):
    """
    One profile of a run, without its stacks.
    """

    benchmark: Annotated[str, Meta(description="Name of the benchmark")]
    cpu_s: (
        Annotated[float, Meta(description="Processor time of all repetitions.")] | None
    )
    frequency: (
        Annotated[float, Meta(description="Samples per second of what is counted.")]
        | None
    )
    groups: Annotated[list[GroupShare], Meta(description="Groups")]
    id: Annotated[int, Meta(description="Number of it, which does not change")]
    kind: Annotated[
        Literal["cpu", "allocations", "allocated_bytes"],
        Meta(description="What kind it is"),
    ]
    lost: Annotated[int, Meta(description="Samples that the kernel dropped.")]
    parameters: Annotated[
        dict[str, str | int | float | bool],
        Meta(description="Parameter values by name"),
    ]
    repetitions: (
        Annotated[
            int,
            Meta(description="How often the benchmark ran while the profiler watched"),
        ]
        | None
    )
    run: Annotated[int, Meta(description="The run")]
    samples: Annotated[int, Meta(description="Samples")]
    tool: Annotated[str, Meta(description="Tool that measured it")]
    trimmed_samples: Annotated[
        int, Meta(description="Samples in stacks that were left out as too rare")
    ]
    trimmed_stacks: Annotated[
        int, Meta(description="Stacks that were left out as too rare")
    ]
    unit: Annotated[str, Meta(description="Unit of the values")]
    with_symbols: (
        Annotated[
            float,
            Meta(description="Share of samples whose innermost frame has a name."),
        ]
        | None
    )


class ListedRun(Struct):
    """
    One execution of a suite; regressions and improvements start at its commit.
    """

    branch: Annotated[str, Meta(description="Name of the branch")]
    commit: Annotated[CommitRef, Meta(description="The commit")]
    excluded: (
        Annotated[
            Exclusion,
            Meta(
                description="Why none of its results counts; null: they count, but for those excluded one by one."
            ),
        ]
        | None
    )
    failures: Annotated[int, Meta(description="What failed")]
    finished_at: (
        Annotated[str, Meta(description="When it finished; null: it has not")] | None
    )
    id: Annotated[int, Meta(description="Number of it, which does not change")]
    improvements: Annotated[
        int, Meta(description="Change points whose first commit is this run's commit.")
    ]
    is_vetoed: Annotated[
        bool,
        Meta(
            description="The control benchmark vetoed it: its failures are the machine's, and it has no results."
        ),
    ]
    machine: Annotated[str, Meta(description="Name of the machine")] | None
    machine_id: Annotated[int, Meta(description="Number of the machine")] | None
    mode: (
        Annotated[
            str, Meta(description="How thoroughly it was measured: quick or full")
        ]
        | None
    )
    pull_request: Annotated[int, Meta(description="Number of the pull request")] | None
    received_at: Annotated[str, Meta(description="When the server received it")]
    regressions: Annotated[int, Meta(description="How many are regressions")]
    results: Annotated[int, Meta(description="How many results it has")]
    started_at: Annotated[str, Meta(description="When it started")]
    suite: Annotated[str, Meta(description="Name of the suite")]
    suite_id: Annotated[int, Meta(description="Number of the suite")]
    tags: Annotated[dict[str, str], Meta(description="Tags")]
    testbed: Annotated[str, Meta(description="Name of the testbed")]
    trigger: Annotated[str, Meta(description="What started the run")]


class ListedTimeCourse(Struct):
    """
    A course without its points.
    """

    benchmark: Annotated[str, Meta(description="Name of the benchmark")]
    direction: Annotated[
        Literal["lower", "higher", "unknown"],
        Meta(description="Which values are better: lower or higher"),
    ]
    id: Annotated[int, Meta(description="Number of it, which does not change")]
    metric: Annotated[str, Meta(description="Name of the metric")]
    parameters: Annotated[
        dict[str, str | int | float | bool],
        Meta(description="Parameter values by name"),
    ]
    points: Annotated[int, Meta(description="Points")]
    round: (
        Annotated[int, Meta(description="Round of the run; null: it has none")] | None
    )
    unit: Annotated[str, Meta(description="Unit of the values")]


class MachineFacts(Struct):
    """
    What is known of the machine of a testbed, to be read beside the published one.
    """

    facts: Annotated[
        dict[str, str | int | float | bool],
        Meta(description="Facts by name, as the agent reported them."),
    ]
    testbed: Annotated[str, Meta(description="Name of the testbed")]


class MachineHealth(Struct):
    """
    A machine as its runs among the newest 300 of the project found it.
    """

    fitness: Annotated[
        Fitness, Meta(description="Whether the machine is fit to measure")
    ]
    id: Annotated[int, Meta(description="Number of it, which does not change")]
    is_resting: Annotated[
        bool, Meta(description="It has runs, but none among the newest of the project.")
    ]
    last_run_at: Annotated[str, Meta(description="When its newest run started")] | None
    moved: Annotated[
        int,
        Meta(
            description="Runs around which its fixed work took longer or shorter, within what is allowed."
        ),
    ]
    name: Annotated[str, Meta(description="Name")]
    runs: Annotated[int, Meta(description="Runs")]
    score: (
        Annotated[
            float,
            Meta(description="How quiet it was when it was looked at last, 0 to 100."),
        ]
        | None
    )
    testbed: Annotated[str, Meta(description="Name of the testbed")]
    vetoed: Annotated[
        int,
        Meta(
            description="Runs that are kept and not believed: the machine was not steady."
        ),
    ]


class MachineIntroduction(Struct):
    name: Annotated[str, Meta(description="Name")]
    fingerprint: (
        Annotated[
            dict[str, str | int | float | bool],
            Meta(
                description="Hardware facts by name, or their newest revision",
                max_length=200,
            ),
        ]
        | UnsetType
    ) = UNSET


class MachineSetting(Struct):
    """
    One setting of the machine, changed for the run and put back after it.
    """

    before: Annotated[str, Meta(description="The value on the earlier side")]
    file: Annotated[str, Meta(description="File of the setting")]
    name: Annotated[str, Meta(description="Name")]
    set: Annotated[str, Meta(description="Value for the run")]


class MadeForgeConnection(Struct):
    api_url: Annotated[str, Meta(description="Address of the forge's API")]
    app_id: (
        Annotated[str, Meta(description="Number of the GitHub App; null for a token")]
        | None
    )
    created_at: Annotated[str, Meta(description="When it was made")]
    created_by: Annotated[str, Meta(description="Who made it")]
    failing_since: (
        Annotated[str, Meta(description="Since when it fails; null: it works")] | None
    )
    forged: Annotated[int, Meta(description="Webhooks whose signature was wrong.")]
    forged_at: (
        Annotated[
            str, Meta(description="When a webhook with a wrong signature came last")
        ]
        | None
    )
    has_picture: Annotated[
        bool, Meta(description="Whether the comment holds a picture")
    ]
    has_token: Annotated[bool, Meta(description="Whether a token is stored")]
    heard_at: Annotated[str, Meta(description="When the forge called last")] | None
    id: Annotated[int, Meta(description="Number of it, which does not change")]
    installation: (
        Annotated[
            str, Meta(description="Installation of the GitHub App; null for a token")
        ]
        | None
    )
    is_gating: Annotated[
        bool, Meta(description="Whether the check may fail pull requests")
    ]
    kind: Annotated[ForgeKind, Meta(description="What kind it is")]
    last_reason: Annotated[
        str, Meta(description="Why the newest attempt failed; empty: it did not")
    ]
    least_effect: Annotated[
        float, Meta(description="Effects below this are not reported; a share")
    ]
    repository: Annotated[str, Meta(description="owner/name")]
    secret: Annotated[str, Meta(description="Signs webhooks; shown once.")]
    told_at: (
        Annotated[str, Meta(description="When something was written to the forge last")]
        | None
    )
    webhook_path: Annotated[str, Meta(description="Path that the forge calls")]


class MadePullAcceptance(Struct):
    id: Annotated[int, Meta(description="Number of it, which does not change")]


class MadeReading(Struct):
    """
    A reading in its place: the run that made it and what the machine was.
    """

    foreign_share: (
        Annotated[
            float, Meta(description="Of the machine, by others while it measured.")
        ]
        | None
    )
    high: Annotated[float, Meta(description="Upper end of the 95 % interval")] | None
    low: Annotated[float, Meta(description="Lower end of the 95 % interval")] | None
    measured_at: Annotated[str, Meta(description="When it was measured")]
    revision: Annotated[int, Meta(description="Of the machine's fingerprint.")] | None
    run: Annotated[int, Meta(description="The run")]
    score: (
        Annotated[float, Meta(description="Noise score, 0 to 100; higher is quieter")]
        | None
    )
    verdict: (
        Annotated[
            Literal["steady", "moved", "veto"],
            Meta(description="What the comparison or the check found"),
        ]
        | None
    )
    warnings: Annotated[
        int, Meta(description="What limits the statement, one sentence each")
    ]
    works: Annotated[list[ControlWork], Meta(description="Kinds of fixed work")]


class MeasuredSuite(Struct):
    """
    A suite that a machine measured.
    """

    id: Annotated[int, Meta(description="Number of it, which does not change")]
    last_run: Annotated[int, Meta(description="Number of its newest run")]
    last_run_at: Annotated[str, Meta(description="When its newest run started")]
    name: Annotated[str, Meta(description="Name")]
    runs: Annotated[int, Meta(description="Runs")]


class MergedPull(Struct):
    """
    A pull request that was merged, and what was said of it before.
    """

    headline: Annotated[
        str, Meta(description="What was said of it before it was merged.")
    ]
    id: Annotated[int, Meta(description="Number of it, which does not change")]
    number: Annotated[int, Meta(description="Number within the project")] | None
    title: Annotated[str, Meta(description="Title")]


class MetricChange(Struct):
    """
    What to correct of a metric; what is left out stays as it is.
    """

    direction: (
        Annotated[
            Literal["lower", "higher", "unknown"],
            Meta(description="Which values are better: lower or higher"),
        ]
        | None
        | UnsetType
    ) = UNSET
    name: (
        Annotated[
            str,
            Meta(description="The name it has now stays an alias for later reports."),
        ]
        | None
        | UnsetType
    ) = UNSET
    unit: (
        Annotated[str, Meta(description="What its numbers are in.")] | None | UnsetType
    ) = UNSET
    was: (
        Annotated[
            str,
            Meta(
                description="The unit that they were sent with by mistake; left out: the stored one."
            ),
        ]
        | None
        | UnsetType
    ) = UNSET


class MetricMean(Struct):
    """
    The geometric mean of the ratios of one metric.
    """

    coverage: Annotated[
        float, Meta(description="Confidence level of the interval; 0.95 for 95 %")
    ]
    direction: Annotated[
        Literal["lower", "higher", "unknown"],
        Meta(description="Which values are better: lower or higher"),
    ]
    high: (
        Annotated[
            float,
            Meta(description="How well the mean of exactly these benchmarks is known."),
        ]
        | None
    )
    low: Annotated[float, Meta(description="Lower end of the 95 % interval")] | None
    metric: Annotated[str, Meta(description="Name of the metric")]
    n: Annotated[int, Meta(description="How many samples, pairs or points it rests on")]
    ratio: (
        Annotated[
            float, Meta(description="Contender over baseline, or after over before")
        ]
        | None
    )
    sentence: Annotated[str, Meta(description="What it means, in one sentence")]
    suite: Annotated[str, Meta(description="Name of the suite")]
    unit: Annotated[str, Meta(description="Unit of the values")]
    warnings: Annotated[
        list[str], Meta(description="What limits the statement, one sentence each")
    ]
    wide_high: (
        Annotated[float, Meta(description="What benchmarks like these would do.")]
        | None
    )
    wide_low: (
        Annotated[float, Meta(description="Lower end of the interval that covers runs")]
        | None
    )


class MetricMove(Struct):
    """
    How another metric of the variant moved.
    """

    difference: (
        Annotated[
            float,
            Meta(
                description="Where a level is zero or below, there is no ratio but a difference."
            ),
        ]
        | None
    )
    high: Annotated[float, Meta(description="Upper end of the 95 % interval")] | None
    low: Annotated[float, Meta(description="Lower end of the 95 % interval")] | None
    metric: Annotated[str, Meta(description="Name of the metric")]
    ratio: (
        Annotated[
            float, Meta(description="Contender over baseline, or after over before")
        ]
        | None
    )
    unit: Annotated[str, Meta(description="Unit of the values")]
    verdict: Annotated[
        Literal["regression", "improvement", "change", "same", "unknown"],
        Meta(description="What the comparison or the check found"),
    ]


class MetricSource(Struct):
    direction: (
        Annotated[
            BetterDirection,
            Meta(description="Which values are better: lower or higher"),
        ]
        | None
        | UnsetType
    ) = UNSET
    metric: Annotated[str, Meta(description="Name of the metric")] | UnsetType = UNSET
    samples: Annotated[list[str], Meta(description="Samples")] | UnsetType = UNSET
    unit: Annotated[str, Meta(description="Unit of the values")] | UnsetType = UNSET
    value: Annotated[str, Meta(description="The value in its unit")] | UnsetType = UNSET


class Misfit(Struct):
    """
    A claim that is not as a rule wants it; `found` is None where the token lacks it.
    """

    claim: Annotated[
        str,
        Meta(
            description="What may be claimed: an interval, a summary only, or nothing"
        ),
    ]
    found: Annotated[str, Meta(description="Null: the token lacks it.")] | None
    wanted: Annotated[str, Meta(description="What the rule wants")]


class MovedFrom(Struct):
    changes: Annotated[list[int], Meta(description="Change points")]
    number: Annotated[int, Meta(description="Number within the project")]


class Mute(Struct):
    """
    A mute as it is kept.
    """

    author: Annotated[str, Meta(description="Who wrote it")]
    benchmark: Annotated[str, Meta(description="Name of the benchmark")] | None
    branch: Annotated[str, Meta(description="Name of the branch")] | None
    created_at: Annotated[str, Meta(description="When it was made")]
    id: Annotated[int, Meta(description="Number of it, which does not change")]
    lifted_at: (
        Annotated[str, Meta(description="When the mute was lifted; null: it was not")]
        | None
    )
    metric: Annotated[str, Meta(description="Name of the metric")] | None
    suite: Annotated[str, Meta(description="Name of the suite")] | None
    testbed: Annotated[str, Meta(description="Name of the testbed")] | None
    until: Annotated[str, Meta(description="Until when; null: without an end")]
    why: Annotated[str, Meta(description="Why")]


class MuteList(Struct):
    rows: Annotated[
        list[Mute],
        Meta(description="Those that hold now, the one that ends first in front."),
    ]


class NameChange(Struct):
    """
    What to correct of a named thing; what is left out stays as it is.
    """

    archived: (
        Annotated[
            bool,
            Meta(
                description="True: lists leave it out; what was measured stays, and it can be brought back."
            ),
        ]
        | None
        | UnsetType
    ) = UNSET
    name: (
        Annotated[
            str,
            Meta(description="The name it has now stays an alias for later reports."),
        ]
        | None
        | UnsetType
    ) = UNSET


NamedKind: TypeAlias = Annotated[
    Literal["suite", "benchmark", "metric", "testbed", "branch", "machine"],
    Meta(description="What has a name that can be corrected."),
]


class NamedThing(Struct):
    """
    Something with a name, and the names that reports may use for it besides.
    """

    aliases: Annotated[
        list[str], Meta(description="Names that it had; reports may go on using them")
    ]
    archived_at: (
        Annotated[str, Meta(description="When it was archived; null: lists show it")]
        | None
    )
    id: Annotated[int, Meta(description="Number of it, which does not change")]
    name: Annotated[str, Meta(description="Name")]
    series: Annotated[
        int,
        Meta(description="Series that are of it; of a machine those of its testbed."),
    ]
    suite: Annotated[
        str, Meta(description="Of a benchmark or metric; empty for the others.")
    ]
    suite_id: Annotated[
        int, Meta(description="0 for what is of no suite; of a machine its testbed.")
    ]


class Neighbours(Struct):
    """
    The last run of the series before a change, and the first run at it.
    """

    at: Annotated[int, Meta(description="When")] | None
    before: Annotated[int, Meta(description="The value on the earlier side")] | None


class Net(Struct):
    """
    The weighted mean of all members; a gain is positive, 0.01 is 1 %.

    `apart`: members are measured in several dimensions, which have no common sum.
    """

    gain: Annotated[float, Meta(description="Relative gain; above 0 is better")] | None
    high: (
        Annotated[
            float,
            Meta(
                description="95 % interval; null where a member that is weighed has none."
            ),
        ]
        | None
    )
    low: Annotated[float, Meta(description="Lower end of the 95 % interval")] | None
    text: Annotated[str, Meta(description="The text")]
    verdict: Annotated[
        Literal["gain", "loss", "cancels out", "unknown", "apart"],
        Meta(description="What the comparison or the check found"),
    ]


class NewApiKey(Struct):
    name: Annotated[str, Meta(description="Name")]
    scopes: Annotated[
        list[Literal["read", "report", "agent", "triage", "admin"]],
        Meta(description="What the key may do"),
    ]
    expires_in_days: (
        Annotated[int, Meta(description="Days until it expires")] | None | UnsetType
    ) = UNSET
    testbed: (
        Annotated[str, Meta(description="Name of the testbed")] | None | UnsetType
    ) = UNSET


class NewCiRule(Struct):
    audience: Annotated[str, Meta(description="Audience that a token must name")]
    claims: Annotated[
        dict[str, str],
        Meta(
            description="Claim → pattern, in which * stands for anything.",
            max_length=20,
            min_length=1,
        ),
    ]
    issuer: Annotated[str, Meta(description="As in the claim “iss” of its tokens.")]
    name: Annotated[str, Meta(description="Name")]
    testbed: Annotated[str, Meta(description="The only one that reports may name.")]


class NewForgeConnection(Struct):
    """
    A repository, and what lets us write there: a token, or a GitHub App.
    """

    api_url: Annotated[
        str,
        Meta(
            description="Of the API: https://api.github.com, https://gitlab.com/api/v4, https://codeberg.org/api/v1"
        ),
    ]
    kind: Annotated[
        Literal["github", "gitlab", "gitea"], Meta(description="What kind it is")
    ]
    repository: Annotated[str, Meta(description="“owner/name”")]
    app_id: (
        Annotated[str, Meta(description="Number of the GitHub App; null for a token")]
        | UnsetType
    ) = UNSET
    app_key: Annotated[str, Meta(description="PEM.")] | UnsetType = UNSET
    installation: (
        Annotated[
            str, Meta(description="Installation of the GitHub App; null for a token")
        ]
        | UnsetType
    ) = UNSET
    token: (
        Annotated[
            str, Meta(description="The token; it is stored encrypted and never shown")
        ]
        | UnsetType
    ) = UNSET


class NewGroupJudgement(Struct):
    """
    A state that a person brings groups into, and why.
    """

    groups: Annotated[list[int], Meta(description="Groups")]
    state: Annotated[
        Literal["open", "acknowledged", "fixed", "accepted", "invalid"],
        Meta(description="State that it is in"),
    ]
    why: Annotated[str, Meta(description="Why")] | UnsetType = UNSET


class NewInvitation(Struct):
    email: Annotated[str, Meta(description="E-mail address")]
    expires_in_days: (
        Annotated[int, Meta(description="Days until it expires")] | UnsetType
    ) = UNSET
    role: (
        Annotated[
            Literal["viewer", "triager", "maintainer", "owner"],
            Meta(description="Role"),
        ]
        | UnsetType
    ) = UNSET


class NewJudgements(Struct):
    changes: Annotated[list[int], Meta(description="Change points")]
    judgement: Annotated[
        Literal["acknowledged", "unacknowledged", "rejected", "reopened"],
        Meta(description="What was judged"),
    ]


class NewLink(Struct):
    address: Annotated[
        str,
        Meta(
            description="The query part of a page's address, or the target of a channel"
        ),
    ]


class NewMove(Struct):
    """
    Changes that go to another group: named, or all of some groups; null: to a new one.
    """

    changes: Annotated[list[int], Meta(description="Change points")] | UnsetType = UNSET
    groups: Annotated[list[int], Meta(description="Groups")] | UnsetType = UNSET
    is_kept: (
        Annotated[
            bool, Meta(description="Evidence does not take them away from there.")
        ]
        | UnsetType
    ) = UNSET
    to: (
        Annotated[
            int, Meta(description="Number of the target group; null: a new group")
        ]
        | None
        | UnsetType
    ) = UNSET


class NewMute(Struct):
    """
    Series that alert nobody until then: those that have every name that is given.
    """

    until: Annotated[str, Meta(description="Until when; null: without an end")]
    why: Annotated[str, Meta(description="Why")]
    benchmark: (
        Annotated[str, Meta(description="Name of the benchmark")] | None | UnsetType
    ) = UNSET
    branch: (
        Annotated[str, Meta(description="Name of the branch")] | None | UnsetType
    ) = UNSET
    metric: (
        Annotated[str, Meta(description="Name of the metric")] | None | UnsetType
    ) = UNSET
    suite: Annotated[str, Meta(description="Name of the suite")] | None | UnsetType = (
        UNSET
    )
    testbed: (
        Annotated[str, Meta(description="Name of the testbed")] | None | UnsetType
    ) = UNSET


class NewNote(Struct):
    text: Annotated[str, Meta(description="The text")]


class NewPassword(Struct):
    password: Annotated[str, Meta(description="The new one.")]
    token: Annotated[str, Meta(description="What the link ends in.")]


class NewProject(Struct):
    name: Annotated[str, Meta(description="Name")]
    slug: Annotated[str, Meta(description="Short name in addresses")]
    visibility: (
        Annotated[
            Literal["public", "private"],
            Meta(description="Who may see the project: everybody or members only"),
        ]
        | UnsetType
    ) = UNSET


class NewPullAcceptance(Struct):
    reason: Annotated[str, Meta(description="Why")]


class NewReading(Struct):
    """
    Runs whose kept files are read again, or the suite whose newest runs these are.
    """

    before: (
        Annotated[
            int,
            Meta(
                description="Of the suite only runs with smaller ids: `next_before` of the answer before."
            ),
        ]
        | None
        | UnsetType
    ) = UNSET
    dry_run: (
        Annotated[bool, Meta(description="Only say what would change.")] | UnsetType
    ) = UNSET
    format: (
        Annotated[str, Meta(description="Read as this format; empty: as it was sent.")]
        | UnsetType
    ) = UNSET
    mapping: (
        Annotated[
            str,
            Meta(description="Read by this declared mapping; empty: as it was sent."),
        ]
        | UnsetType
    ) = UNSET
    runs: Annotated[list[int], Meta(description="Runs")] | UnsetType = UNSET
    suite: Annotated[str, Meta(description="Name of the suite")] | None | UnsetType = (
        UNSET
    )


class NewSplit(Struct):
    """
    Two sides to be kept as a split.
    """

    baseline: Annotated[str, Meta(description="The side that is compared with")]
    contender: Annotated[str, Meta(description="The side that is judged")]
    baseline_parameters: (
        Annotated[
            dict[str, list[str]],
            Meta(description="Parameter values of the baseline", max_length=32),
        ]
        | UnsetType
    ) = UNSET
    branch: Annotated[list[str], Meta(description="Name of the branch")] | UnsetType = (
        UNSET
    )
    contender_parameters: (
        Annotated[
            dict[str, list[str]],
            Meta(description="Parameter values of the contender", max_length=32),
        ]
        | UnsetType
    ) = UNSET
    metric: (
        Annotated[
            list[str],
            Meta(
                description="What is weighed; empty: elapsed time, else the metric that most results have."
            ),
        ]
        | UnsetType
    ) = UNSET
    name: Annotated[str, Meta(description="Name")] | UnsetType = UNSET
    suite: Annotated[list[str], Meta(description="Name of the suite")] | UnsetType = (
        UNSET
    )
    testbed: (
        Annotated[list[str], Meta(description="Name of the testbed")] | UnsetType
    ) = UNSET


class NewThresholds(Struct):
    text: Annotated[
        str, Meta(description="A file of thresholds, as TOML: `.tidemark.toml`.")
    ]
    based_on: (
        Annotated[
            int,
            Meta(
                description="The version that was edited: another one saved meanwhile is a conflict, and nothing is kept.\nLeft out, the file is kept whatever holds now."
            ),
        ]
        | None
        | UnsetType
    ) = UNSET
    source: (
        Annotated[
            str,
            Meta(
                description="Where it came from, for people: `github.com/you/it at 4f2a91c`."
            ),
        ]
        | UnsetType
    ) = UNSET


class NewView(Struct):
    address: Annotated[
        str,
        Meta(
            description="The query part of a page's address, or the target of a channel"
        ),
    ]
    name: Annotated[str, Meta(description="Name")]
    is_pinned: (
        Annotated[bool, Meta(description="Whether it is shown first")] | UnsetType
    ) = UNSET
    note: Annotated[str, Meta(description="Free text")] | UnsetType = UNSET


class NewerResult(Struct):
    """
    What the series of a rung has at the newest commit that was measured since.
    """

    run_id: Annotated[int, Meta(description="Number of the run")]
    value: Annotated[float, Meta(description="The value in its unit")]


class NoiseFacts(Struct):
    """
    What stands in the way of seeing more.
    """

    hopeless: Annotated[
        int, Meta(description="Rows whose noise hides every effect of interest")
    ]
    reach: (
        Annotated[
            float, Meta(description="Median half width of the intervals, as a share.")
        ]
        | None
    )
    still: Annotated[
        int, Meta(description="Comparisons that showed no scatter at all.")
    ]
    without_claim: Annotated[
        int,
        Meta(
            description="Comparisons whose scatter between runs, or at all, is not known."
        ),
    ]


class NoisyMachine(Struct):
    """
    A machine against which some of the runs spoke: “bench-1”, “which was noisy: …”.
    """

    machine: Annotated[str, Meta(description="Name of the machine")]
    machine_id: Annotated[int, Meta(description="Number of the machine")]
    text: Annotated[
        str,
        Meta(
            description="Follows “measured on” and its name: “which was noisy: noise score 58 of 100 [55, 60]”."
        ),
    ]


class NotCompared(Struct):
    """
    What cannot be compared although a side tried, and why.
    """

    benchmark: Annotated[str, Meta(description="Name of the benchmark")]
    metric: Annotated[str, Meta(description="Name of the metric")] | None
    parameters: Annotated[
        dict[str, str | int | float | bool],
        Meta(description="Parameter values by name"),
    ]
    reason: Annotated[str, Meta(description="Why")]
    suite: Annotated[str, Meta(description="Name of the suite")]
    testbed: Annotated[str, Meta(description="Name of the testbed")]


class ObjectiveName(Struct):
    direction: Annotated[
        Literal["lower", "higher"],
        Meta(description="Which values are better: lower or higher"),
    ]
    name: Annotated[str, Meta(description="Name")]
    unit: Annotated[str, Meta(description="Unit of the values")]


class OpenHistory(Struct):
    """
    Open groups that were found in results imported long after they were measured.
    """

    groups: Annotated[int, Meta(description="Groups")]
    improvements: Annotated[int, Meta(description="How many are improvements")]
    others: Annotated[
        int, Meta(description="Changes in them of metrics without a direction.")
    ]
    regressions: Annotated[int, Meta(description="How many are regressions")]


class OpenPull(Struct):
    """
    A pull request or a merge group (without a number) and what it came to so far.
    """

    author: Annotated[str, Meta(description="Who wrote it")]
    head: Annotated[str, Meta(description="Newest commit")]
    headline: Annotated[str, Meta(description="The verdict in one line")]
    id: Annotated[int, Meta(description="Number of it, which does not change")]
    judged_at: Annotated[str, Meta(description="When it was judged last")] | None
    number: Annotated[int, Meta(description="Number within the project")] | None
    state: Annotated[
        Literal["waiting", "failed", "accepted", "passed", "undecided"],
        Meta(description="State that it is in"),
    ]
    title: Annotated[str, Meta(description="Title")]


class OpenPulls(Struct):
    """
    Not merged yet.
    """

    rows: Annotated[list[OpenPull], Meta(description="At most 5, the newest in front.")]
    total: Annotated[int, Meta(description="How many there are in all")]


class OpenedInvitation(Struct):
    """
    What an invitation is for.
    """

    email: Annotated[str, Meta(description="E-mail address")]
    expires_at: Annotated[str, Meta(description="When it expires")]
    has_account: Annotated[
        bool,
        Meta(
            description="Somebody with that address has an account: sign in, then accept."
        ),
    ]
    invited_by: Annotated[str, Meta(description="Who made the invitation")]
    project: Annotated[str, Meta(description="Short name of the project")]
    project_name: Annotated[str, Meta(description="Name of the project")]
    role: Annotated[
        Literal["viewer", "triager", "maintainer", "owner"], Meta(description="Role")
    ]


class OpenedReset(Struct):
    """
    What somebody sees who opens the link.
    """

    email: Annotated[str, Meta(description="Address of the account.")]
    expires_at: Annotated[str, Meta(description="When the link stops working.")]


class OptimumPoint(Struct):
    """
    The best values in one run; `moved` is claimed against the run before.
    """

    best_set: Annotated[
        list[float],
        Meta(description="Values that the data do not distinguish from the best"),
    ]
    best_x: Annotated[float, Meta(description="Value of the axis with the best result")]
    claimed: Annotated[
        bool,
        Meta(description="Whether the data support the statement with 95 % confidence"),
    ]
    moved: Annotated[bool, Meta(description="Claimed against the commit before.")]
    run: Annotated[ListedRun, Meta(description="The run")]
    value: Annotated[float, Meta(description="The value in its unit")]
    xs: Annotated[list[float], Meta(description="Values of the first axis")]


class OtherEffect(Struct):
    """
    A metric that is not weighed and moved all the same.
    """

    baseline: Annotated[float, Meta(description="The side that is compared with")]
    contender: Annotated[float, Meta(description="The side that is judged")]
    direction: Annotated[
        Literal["lower", "higher"],
        Meta(description="Which values are better: lower or higher"),
    ]
    high: Annotated[float, Meta(description="Upper end of the 95 % interval")] | None
    low: Annotated[float, Meta(description="Lower end of the 95 % interval")] | None
    metric: Annotated[str, Meta(description="Name of the metric")]
    name: Annotated[str, Meta(description="Name")]
    ratio: Annotated[
        float, Meta(description="Contender over baseline, or after over before")
    ]
    unit: Annotated[str, Meta(description="Unit of the values")]
    verdict: Annotated[
        Literal["regression", "improvement"],
        Meta(description="What the comparison or the check found"),
    ]


class Outage(Struct):
    detail: Annotated[str, Meta(description="More about it, in one sentence")]
    ended_at: Annotated[str, Meta(description="When it ended; null: it goes on")] | None
    id: Annotated[int, Meta(description="Number of it, which does not change")]
    kind: Annotated[
        Literal["agent", "suite", "benchmark", "veto", "channel", "claim"],
        Meta(description="What kind it is"),
    ]
    name: Annotated[str, Meta(description="Name")]
    since: Annotated[str, Meta(description="Since when")]
    thing_id: Annotated[
        int,
        Meta(
            description="Id of the agent, suite, benchmark or channel; of a veto, of the suite."
        ),
    ]


class OutlineColumn(Struct):
    """
    A column of a table, or a field of the rows of a JSON file.
    """

    examples: Annotated[list[str], Meta(description="Its first values.")]
    is_number: Annotated[
        bool,
        Meta(
            description="Every value that was looked at is a number, or a list of them."
        ),
    ]
    source: Annotated[str, Meta(description="As a mapping names it.")]


class OwnSession(Struct):
    """
    A session of a person, as they see it.
    """

    created_at: Annotated[str, Meta(description="When it began.")]
    device: Annotated[Device, Meta(description="The browser.")]
    expires_at: Annotated[str, Meta(description="When it ends by itself.")]
    id: Annotated[int, Meta(description="By which it is ended.")]
    is_this: Annotated[bool, Meta(description="The one that is asking.")]
    seen_at: Annotated[str, Meta(description="When it was last used, to the minute.")]


class OwnSessions(Struct):
    """
    The sessions of a person.
    """

    rows: Annotated[list[OwnSession], Meta(description="The one seen last first.")]


class PairsLook(Struct):
    """
    What the first so many pairs said.
    """

    high: Annotated[float, Meta(description="Upper end of the 95 % interval")]
    low: Annotated[float, Meta(description="Lower end of the 95 % interval")]
    pairs: Annotated[int, Meta(description="Pairs of samples")]
    ratio: Annotated[
        float, Meta(description="Contender over baseline, or after over before")
    ]


class ParameterLadder(Struct):
    """
    The values of a parameter as rungs, in the order of the manifest.
    """

    benchmark_id: Annotated[int, Meta(description="Number of the benchmark")]
    kind: Annotated[Literal["parameter"], Meta(description="What kind it is")]
    parameter: Annotated[str, Meta(description="Name of the parameter")]
    metric: (
        Annotated[str, Meta(description="Name of the metric")] | None | UnsetType
    ) = UNSET
    name: Annotated[str, Meta(description="Name")] | UnsetType = UNSET
    others: (
        Annotated[
            dict[str, str | int | float | bool],
            Meta(description="Values of the other parameters"),
        ]
        | None
        | UnsetType
    ) = UNSET
    run_id: Annotated[int, Meta(description="Number of the run")] | None | UnsetType = (
        UNSET
    )


class PasswordChange(Struct):
    new: Annotated[str, Meta(description="The new one")]
    old: (
        Annotated[
            str, Meta(description="The present one; null where there is none yet.")
        ]
        | None
        | UnsetType
    ) = UNSET


class Percentile(Struct):
    percentile: Annotated[float, Meta(description="The percentile, 0 to 100")]
    value: Annotated[float, Meta(description="The value in its unit")]


class Pinning(Struct):
    """
    The processors that measured processes ran on, and those left to the agent.
    """

    cpus: Annotated[
        list[int], Meta(description="Processors that measured processes ran on")
    ]
    housekeeping: Annotated[
        list[int], Meta(description="Processors left to the agent and the system")
    ]
    isolated: Annotated[
        list[int], Meta(description="Processors that the kernel gives no other work")
    ]
    reason: Annotated[str, Meta(description="Why")]
    state: Annotated[Literal["pinned", "off"], Meta(description="State that it is in")]


class PivotCell(Struct):
    """
    One place of the table: a value in its unit, or the ratio to the column held against.
    """

    column: Annotated[int, Meta(description="Index of the column")]
    count: Annotated[
        int,
        Meta(
            description="Series in the cell; of several the value is their geometric mean."
        ),
    ]
    direction: Annotated[
        Literal["lower", "higher", "unknown"],
        Meta(description="Which values are better: lower or higher"),
    ]
    high: Annotated[float, Meta(description="Upper end of the 95 % interval")] | None
    low: Annotated[float, Meta(description="Lower end of the 95 % interval")] | None
    metric: Annotated[
        str,
        Meta(
            description="Whose words tell what a ratio means: empty where there are several."
        ),
    ]
    n: Annotated[
        int, Meta(description="Samples behind a single value; pairs behind a ratio.")
    ]
    reason: Annotated[
        str, Meta(description="Why there is no value; empty where there is one.")
    ]
    row: Annotated[int, Meta(description="Index of the row")]
    series: Annotated[list[int], Meta(description="The first of them.")]
    unit: Annotated[str, Meta(description="Unit of the values")]
    value: Annotated[float, Meta(description="The value in its unit")] | None


class PivotMean(Struct):
    """
    The geometric mean of the ratios of a row or column; None where there are none to average.
    """

    direction: Annotated[
        Literal["lower", "higher", "unknown"],
        Meta(description="Which values are better: lower or higher"),
    ]
    high: Annotated[float, Meta(description="Upper end of the 95 % interval")] | None
    low: Annotated[float, Meta(description="Lower end of the 95 % interval")] | None
    metric: Annotated[
        str,
        Meta(
            description='Whose words tell what the ratio means, in its unit; "1" where there are several units.'
        ),
    ]
    n: Annotated[int, Meta(description="How many samples, pairs or points it rests on")]
    ratio: (
        Annotated[
            float, Meta(description="Contender over baseline, or after over before")
        ]
        | None
    )
    unit: Annotated[str, Meta(description='"1" where there are several.')]


class PlannedRun(Struct):
    """
    A run that the schedule of an agent holds, and from when it is due.
    """

    due_at: Annotated[str, Meta(description="When it is due")]
    mode: Annotated[
        Literal["quick", "full"],
        Meta(description="How thoroughly it was measured: quick or full"),
    ]
    suite: Annotated[str, Meta(description="Name of the suite")]


class PreflightCheck(Struct):
    """
    One thing that was looked at before measuring; what the kernel does not say is unknown.
    """

    found: Annotated[str, Meta(description="What was found")]
    means: Annotated[str, Meta(description="What it means")]
    name: Annotated[str, Meta(description="Name")]
    remedy: Annotated[str, Meta(description="What to do")]
    state: Annotated[
        Literal["ok", "warning", "unknown"], Meta(description="State that it is in")
    ]


class PriorityAsked(Struct):
    priority: Annotated[int, Meta(description="From -10 to 10; higher comes first")]


class ProblemFault(Struct):
    pointer: Annotated[str, Meta(description="JSON pointer to the place")]
    reason: Annotated[str, Meta(description="Why")]
    remedy: Annotated[str, Meta(description="What to do")]
    column: (
        Annotated[
            int,
            Meta(description="What would be taken in its place, where that is known."),
        ]
        | None
        | UnsetType
    ) = UNSET
    line: (
        Annotated[int, Meta(description="Line of the text, from 1 on")]
        | None
        | UnsetType
    ) = UNSET
    offer: (
        Annotated[str, Meta(description="The nearest name that is known")]
        | None
        | UnsetType
    ) = UNSET


class ProfileDetail(Struct):
    """
    A profile and its functions, those with most time of their own first.

    Without a count where none of them were asked for.
    """

    benchmark: Annotated[str, Meta(description="Name of the benchmark")]
    cpu_s: (
        Annotated[float, Meta(description="Processor time of all repetitions.")] | None
    )
    frequency: (
        Annotated[float, Meta(description="Samples per second of what is counted.")]
        | None
    )
    function_count: (
        Annotated[int, Meta(description="Null where none were asked for.")] | None
    )
    functions: Annotated[
        list[FunctionTime],
        Meta(
            description="The 500 with most samples of their own, or as many as were asked for."
        ),
    ]
    groups: Annotated[list[GroupShare], Meta(description="Groups")]
    id: Annotated[int, Meta(description="Number of it, which does not change")]
    kind: Annotated[
        Literal["cpu", "allocations", "allocated_bytes"],
        Meta(description="What kind it is"),
    ]
    lost: Annotated[int, Meta(description="Samples that the kernel dropped.")]
    parameters: Annotated[
        dict[str, str | int | float | bool],
        Meta(description="Parameter values by name"),
    ]
    repetitions: (
        Annotated[
            int,
            Meta(description="How often the benchmark ran while the profiler watched"),
        ]
        | None
    )
    run: Annotated[int, Meta(description="The run")]
    samples: Annotated[int, Meta(description="Samples")]
    tool: Annotated[str, Meta(description="Tool that measured it")]
    trimmed_samples: Annotated[
        int, Meta(description="Samples in stacks that were left out as too rare")
    ]
    trimmed_stacks: Annotated[
        int, Meta(description="Stacks that were left out as too rare")
    ]
    unit: Annotated[str, Meta(description="Unit of the values")]
    with_symbols: (
        Annotated[
            float,
            Meta(description="Share of samples whose innermost frame has a name."),
        ]
        | None
    )


class ProfilePlace(Struct):
    """
    Where a profile comes from, and what it shows.
    """

    benchmark: Annotated[str, Meta(description="Name of the benchmark")]
    benchmark_id: Annotated[int, Meta(description="Number of the benchmark")]
    branch: Annotated[str, Meta(description="Name of the branch")]
    commit: Annotated[CommitRef, Meta(description="The commit")]
    id: Annotated[int, Meta(description="Number of it, which does not change")]
    kind: Annotated[
        Literal["cpu", "allocations", "allocated_bytes"],
        Meta(description="What kind it is"),
    ]
    parameters: Annotated[
        dict[str, str | int | float | bool],
        Meta(description="Parameter values by name"),
    ]
    run: Annotated[int, Meta(description="The run")]
    samples: Annotated[int, Meta(description="Samples")]
    started_at: Annotated[str, Meta(description="When it started")]
    suite: Annotated[str, Meta(description="Name of the suite")]
    testbed: Annotated[str, Meta(description="Name of the testbed")]


class ProgramFinding(Struct):
    """
    A sentence of the measured program, and how many of its samples said it.
    """

    benchmark: Annotated[str, Meta(description="Name of the benchmark")]
    of: Annotated[int, Meta(description="Samples that were asked")]
    parameters: Annotated[
        dict[str, str | int | float | bool],
        Meta(description="Parameter values by name"),
    ]
    samples: Annotated[int, Meta(description="Samples that said it")]
    text: Annotated[str, Meta(description="The text")]


class Progress(Struct):
    done: Annotated[int, Meta(description="How many are done")]
    total: Annotated[int, Meta(description="How many there are in all")]


class Project(Struct):
    created_at: Annotated[str, Meta(description="When it was made")]
    name: Annotated[str, Meta(description="Name")]
    runs: Annotated[int, Meta(description="Runs")]
    series: Annotated[int, Meta(description="The series, or how many there are")]
    slug: Annotated[str, Meta(description="Short name in addresses")]
    visibility: Annotated[
        Literal["public", "private"],
        Meta(description="Who may see the project: everybody or members only"),
    ]
    repository_url: (
        Annotated[
            str, Meta(description="Where its code can be looked at; http or https.")
        ]
        | None
        | UnsetType
    ) = UNSET
    rights: (
        Annotated[
            list[str],
            Meta(
                description="What the caller may do in it, as the calls declare it (`x-action`)."
            ),
        ]
        | UnsetType
    ) = UNSET


class ProjectChange(Struct):
    """
    What can be changed of a project; what is left out stays as it is.
    """

    repository_url: (
        Annotated[
            str,
            Meta(
                description="Empty: it is not known. Commits and comparisons are linked to where it is."
            ),
        ]
        | None
        | UnsetType
    ) = UNSET
    visibility: (
        Annotated[
            Literal["public", "private"],
            Meta(description="Public: everybody may read it."),
        ]
        | None
        | UnsetType
    ) = UNSET


class PublishedFigures(Struct):
    """
    One line of a table that somebody published.
    """

    label: Annotated[str, Meta(description="Text that is shown for it")]
    value: Annotated[float, Meta(description="The value in its unit")]
    conditions: (
        Annotated[
            dict[str, str | int | float | bool],
            Meta(description="How it was measured", max_length=200),
        ]
        | UnsetType
    ) = UNSET
    decision: (
        Annotated[
            Literal["kept", "rejected"],
            Meta(description="Whether it was kept or rejected; null: open"),
        ]
        | None
        | UnsetType
    ) = UNSET
    figures: (
        Annotated[
            dict[str, str | int | float | bool],
            Meta(description="Published figures by name", max_length=200),
        ]
        | UnsetType
    ) = UNSET
    n: (
        Annotated[
            int, Meta(description="How many samples, pairs or points it rests on")
        ]
        | UnsetType
    ) = UNSET
    note: Annotated[str, Meta(description="Free text")] | UnsetType = UNSET
    reason: Annotated[str, Meta(description="Why")] | UnsetType = UNSET
    role: (
        Annotated[Literal["baseline", "rung", "control"], Meta(description="Role")]
        | UnsetType
    ) = UNSET
    sd: Annotated[float, Meta(description="Standard deviation")] | None | UnsetType = (
        UNSET
    )
    source: Annotated[str, Meta(description="Where it comes from")] | UnsetType = UNSET


class PublishedLadder(Struct):
    """
    Published figures as a ladder; the first rung is the baseline unless one says so.
    """

    direction: Annotated[
        Literal["lower", "higher"],
        Meta(description="Which values are better: lower or higher"),
    ]
    kind: Annotated[Literal["published"], Meta(description="What kind it is")]
    metric: Annotated[str, Meta(description="Name of the metric")]
    name: Annotated[str, Meta(description="Name")]
    rungs: Annotated[
        list[PublishedFigures], Meta(description="Steps of the ladder, in order")
    ]
    unit: Annotated[str, Meta(description="Unit of the values")]
    note: Annotated[str, Meta(description="Free text")] | UnsetType = UNSET
    source: Annotated[str, Meta(description="Where it comes from")] | UnsetType = UNSET


class PullAcceptance(Struct):
    at: Annotated[str, Meta(description="When")]
    by: Annotated[str, Meta(description="Who")]
    head: Annotated[str, Meta(description="Newest commit")]
    id: Annotated[int, Meta(description="Number of it, which does not change")]
    is_holding: Annotated[bool, Meta(description="Whether the acceptance still holds")]
    reason: Annotated[str, Meta(description="Why")]
    regressions: Annotated[int, Meta(description="How many are regressions")]
    via: Annotated[
        Literal["comment", "page"],
        Meta(description="How it was said: page, command or label"),
    ]


class PullBase(Struct):
    before_fork: Annotated[int, Meta(description="Whether it is before the fork point")]
    commit: Annotated[str, Meta(description="The commit")]
    fork_point: (
        Annotated[str, Meta(description="Commit at which the branch left its base")]
        | None
    )
    words: Annotated[str, Meta(description="How it is described")]


class PullRequest(Struct):
    author: Annotated[str, Meta(description="Who wrote it")]
    base_branch: Annotated[str, Meta(description="Branch that it is compared with")]
    check_head: (
        Annotated[str, Meta(description="Commit that the check was written for")] | None
    )
    check_state: (
        Annotated[str, Meta(description="State of the check at the forge")] | None
    )
    check_title: (
        Annotated[str, Meta(description="Title of the check at the forge")] | None
    )
    checked_at: (
        Annotated[str, Meta(description="When the check was written last")] | None
    )
    commented_at: (
        Annotated[str, Meta(description="When the comment was written last")] | None
    )
    created_at: Annotated[str, Meta(description="When it was made")]
    head: Annotated[str, Meta(description="Newest commit")]
    head_branch: Annotated[str, Meta(description="Branch of the pull request")]
    headline: Annotated[str, Meta(description="The verdict in one line")]
    id: Annotated[int, Meta(description="Number of it, which does not change")]
    is_from_fork: Annotated[bool, Meta(description="Whether it comes from a fork")]
    is_open: Annotated[bool, Meta(description="Whether it is open")]
    judged_at: Annotated[str, Meta(description="When it was judged last")] | None
    merged_as: (
        Annotated[
            str, Meta(description="Commit that it became; null: it is not merged")
        ]
        | None
    )
    number: Annotated[int, Meta(description="None: a merge group.")] | None
    state: Annotated[
        Literal["waiting", "failed", "accepted", "passed", "undecided"],
        Meta(description="State that it is in"),
    ]
    telling: Annotated[ForgeUpdate, Meta(description="How far the forge is up to date")]
    title: Annotated[str, Meta(description="Title")]
    url: Annotated[str, Meta(description="Web address")]
    was_rewritten: Annotated[
        bool, Meta(description="Whether its history was rewritten")
    ]


class PullRow(Struct):
    direction: Annotated[
        Literal["lower", "higher", "unknown"],
        Meta(description="Which values are better: lower or higher"),
    ]
    high: Annotated[float, Meta(description="Upper end of the 95 % interval")]
    is_gated: Annotated[bool, Meta(description="Whether its threshold is a gate")]
    low: Annotated[float, Meta(description="Lower end of the 95 % interval")]
    name: Annotated[str, Meta(description="In short, as the comment writes it.")]
    ratio: Annotated[float, Meta(description="0: unknown.")]
    sentence: Annotated[str, Meta(description="What it means, in one sentence")]
    series: Annotated[int, Meta(description="The series, or how many there are")]
    suite: Annotated[str, Meta(description="Name of the suite")]
    testbed: Annotated[str, Meta(description="Name of the testbed")]
    verdict: Annotated[str, Meta(description="What the comparison or the check found")]
    full_name: (
        Annotated[
            str,
            Meta(
                description="With the names of the parameters; empty where it was judged before there were any."
            ),
        ]
        | UnsetType
    ) = UNSET
    judged_by: (
        Annotated[
            str,
            Meta(
                description="The rule of the thresholds that judges the series; empty where none is kept."
            ),
        ]
        | UnsetType
    ) = UNSET
    levels: (
        Annotated[
            str,
            Meta(
                description="Before and after with their unit; empty where it was judged before they were kept."
            ),
        ]
        | UnsetType
    ) = UNSET


class QuietHours(Struct):
    """
    Minutes of the day between which the channel says nothing; the end may be the next day.
    """

    end: Annotated[int, Meta(description="Last hour or moment")]
    start: Annotated[int, Meta(description="First hour or moment")]


class RatioRange(Struct):
    """
    A rung over what it is held against, in the metric's own numbers.
    """

    high: Annotated[float, Meta(description="Upper end of the 95 % interval")] | None
    low: Annotated[float, Meta(description="Lower end of the 95 % interval")] | None
    ratio: Annotated[
        float, Meta(description="Contender over baseline, or after over before")
    ]


class ReadFile(Struct):
    """
    A file, and what it was recognised as.
    """

    format: Annotated[str, Meta(description="Name of the format.")]
    name: Annotated[
        str, Meta(description="Path of the file; inside an archive, its path there.")
    ]
    readings: Annotated[int, Meta(description="Numbers and failures that stand in it.")]
    rows: Annotated[
        int,
        Meta(
            description="Places of the file that they stand at, and places that were rejected."
        ),
    ]
    sign: Annotated[
        str,
        Meta(
            description="By what it was recognised; empty where its sender named the format."
        ),
    ]
    title: Annotated[str, Meta(description="The format's name for people.")]


class ReadResult(Struct):
    """
    A result as it is stored, in its base unit.
    """

    benchmark: Annotated[str, Meta(description="Name of the benchmark.")]
    commit: Annotated[str, Meta(description="Commit that it is stored for.")]
    direction: Annotated[
        str, Meta(description="Which way is better: lower, higher or unknown.")
    ]
    failure: Annotated[
        str, Meta(description="Why there is no number; empty where there is one.")
    ]
    metric: Annotated[
        str,
        Meta(description="Name of the metric; empty for a failure that names none."),
    ]
    parameters: Annotated[
        dict[str, str | int | float | bool],
        Meta(description="Parameters of the variant."),
    ]
    samples: Annotated[int, Meta(description="Number of samples.")]
    suite: Annotated[str, Meta(description="Name of the suite.")]
    unit: Annotated[str, Meta(description="Base unit.")]
    value: (
        Annotated[
            float,
            Meta(
                description="The value, or the mean of the samples; nothing for a failure or a histogram."
            ),
        ]
        | None
    )


class ReadingDifference(Struct):
    """
    A result that reading a file again adds, changes, or does not find any more.
    """

    after: Annotated[str, Meta(description="As it would be stored; empty: it is gone.")]
    before: Annotated[
        str,
        Meta(
            description="Its value and unit, or its failure, as it is stored; empty: it is new."
        ),
    ]
    benchmark: Annotated[str, Meta(description="Name of the benchmark")]
    metric: Annotated[
        str,
        Meta(description="Name of the metric; empty for a failure that names none."),
    ]
    parameters: Annotated[
        dict[str, str | int | float | bool],
        Meta(description="Parameter values by name"),
    ]
    run: Annotated[int, Meta(description="The run")]
    step: Annotated[
        Literal["added", "changed", "gone"], Meta(description="What becomes of it.")
    ]


class ReadyAnswer(Struct):
    """
    Everything does its work; otherwise the answer is a problem that names each part.
    """

    status: Annotated[Literal["ready"], Meta(description="HTTP status")] | UnsetType = (
        UNSET
    )
    warnings: (
        Annotated[
            list[str],
            Meta(
                description="What will be out of order if nobody acts, such as a disk that is nearly full."
            ),
        ]
        | UnsetType
    ) = UNSET


class ReceivedWebhook(Struct):
    """
    A webhook as the log shows it.
    """

    delivery: Annotated[
        str, Meta(description="Identifier that the forge gave the delivery")
    ]
    heard_at: Annotated[str, Meta(description="When the forge called last")] | None
    id: Annotated[int, Meta(description="Number of it, which does not change")]
    kind: Annotated[str, Meta(description="What kind it is")]
    number: Annotated[int, Meta(description="Number within the project")] | None
    outcome: Annotated[str, Meta(description="What came of it; empty while it waits.")]
    received_at: Annotated[str, Meta(description="When the server received it")]


class RefusedGroup(Struct):
    number: Annotated[int, Meta(description="Number within the project")]
    reason: Annotated[str, Meta(description="Why")]


class RefusedJudgement(Struct):
    """
    A change point that a judgement does not apply to.
    """

    change: Annotated[int, Meta(description="Number of the change point")]
    reason: Annotated[str, Meta(description="Why")]


class RefusedSetting(Struct):
    name: Annotated[str, Meta(description="Name")]
    reason: Annotated[str, Meta(description="Why")]


class RegisteredAgent(Struct):
    beat_seconds: Annotated[int, Meta(description="Seconds between two heartbeats")]
    id: Annotated[str, Meta(description="Number of it, which does not change")]


class RepeatableSuite(Struct):
    """
    The suite that a testbed measured most often, those first that an agent measured.
    """

    by_agent: Annotated[bool, Meta(description="Agent that can measure it again")]
    name: Annotated[str, Meta(description="Name")]
    runs: Annotated[int, Meta(description="Runs")]


class ReportStatus(Struct):
    faults: Annotated[
        list[ProblemFault], Meta(description="Each fault: place, reason and remedy")
    ]
    id: Annotated[str, Meta(description="Number of it, which does not change")]
    ingested_at: Annotated[str, Meta(description="When its results were stored")] | None
    received_at: Annotated[str, Meta(description="When the server received it")]
    run_id: Annotated[int, Meta(description="Number of the run")] | None
    state: Annotated[
        Literal["accepted", "ingested", "failed", "deleted"],
        Meta(description="State that it is in"),
    ]
    url: Annotated[str, Meta(description="Web address")]


class ResetLink(Struct):
    """
    A link to a new password, as it is shown once.
    """

    email: Annotated[str, Meta(description="Address of the account.")]
    expires_at: Annotated[str, Meta(description="When the link stops working.")]
    path: Annotated[
        str,
        Meta(
            description="Of the page where the password is set; shown once, only a hash is stored."
        ),
    ]


class Resolvable(Struct):
    """
    The smallest relative difference that so many pairs of samples would show.
    """

    cpu: (
        Annotated[
            float,
            Meta(
                description="Smallest relative difference of processor time that shows"
            ),
        ]
        | None
    )
    pairs: Annotated[int, Meta(description="Pairs of samples")]
    wall: (
        Annotated[
            float,
            Meta(description="Smallest relative difference of wall time that shows"),
        ]
        | None
    )


class ResultLadder(Struct):
    """
    A ladder that begins with one result.
    """

    kind: Annotated[Literal["result"], Meta(description="What kind it is")]
    name: Annotated[str, Meta(description="Name")]
    run_id: Annotated[int, Meta(description="Number of the run")]
    series_id: Annotated[int, Meta(description="Number of the series")]


class ResultWanted(Struct):
    """
    The result of one series in one run.
    """

    run: Annotated[int, Meta(description="The run")]
    series: Annotated[int, Meta(description="The series, or how many there are")]


Role: TypeAlias = Annotated[
    Literal["viewer", "triager", "maintainer", "owner"],
    Meta(
        description="What a member of a project is; each may do what the one before it may, and more."
    ),
]


class RoleChange(Struct):
    role: Annotated[
        Literal["viewer", "triager", "maintainer", "owner"], Meta(description="Role")
    ]


class RowColumns(Struct):
    """
    One place per row in every column, the worst regression first.

    `variant`, `metric` and `testbed` are places in the lists beside them. Numbers mean what they
    mean in `ComparedRow`, null where unknown; those that a page only draws have seven digits.
    """

    adjusted_p: Annotated[
        list[float | None],
        Meta(description="p-value of each row, adjusted for the number of comparisons"),
    ]
    baseline: Annotated[
        list[float | None], Meta(description="The side that is compared with")
    ]
    baseline_series: Annotated[
        list[int], Meta(description="Series of the baseline, one per row")
    ]
    basis: Annotated[
        list[Literal["pairs", "samples", "runs", "summary only", "histogram", "exact"]],
        Meta(description="What the judgement rests on"),
    ]
    contender: Annotated[
        list[float | None], Meta(description="The side that is judged")
    ]
    covers_runs: Annotated[
        list[bool],
        Meta(description="Whether the interval covers the scatter between runs"),
    ]
    difference: Annotated[
        list[float | None],
        Meta(description="Difference of both sides in the unit of the metric"),
    ]
    error: Annotated[
        list[float | None],
        Meta(
            description="Standard error of ln(ratio), unknown where the scatter between runs is."
        ),
    ]
    high: Annotated[
        list[float | None], Meta(description="Upper end of the 95 % interval")
    ]
    is_hopeless: Annotated[
        list[bool],
        Meta(
            description="Whether noise hides every effect of interest, one flag per row"
        ),
    ]
    is_ratio: Annotated[
        list[bool], Meta(description="Whether the effect is a ratio, one flag per row")
    ]
    low: Annotated[
        list[float | None], Meta(description="Lower end of the 95 % interval")
    ]
    metric: Annotated[list[int], Meta(description="Name of the metric")]
    metrics: Annotated[list[ComparedMetric], Meta(description="Names of the metrics")]
    n: Annotated[
        list[int], Meta(description="How many samples, pairs or points it rests on")
    ]
    pairs_needed: Annotated[
        list[float | None], Meta(description="Pairs that would settle the row")
    ]
    ratio: Annotated[
        list[float | None],
        Meta(description="Contender over baseline, or after over before"),
    ]
    same_binary: Annotated[
        list[bool], Meta(description="Whether both sides ran one binary")
    ]
    series: Annotated[list[int], Meta(description="The series, or how many there are")]
    testbed: Annotated[list[int], Meta(description="Name of the testbed")]
    testbeds: Annotated[list[str], Meta(description="Names of the testbeds")]
    to_see: Annotated[
        list[float | None],
        Meta(
            description="The effect, as a share, that `pairs_needed` further pairs would show."
        ),
    ]
    variant: Annotated[list[int], Meta(description="Index of the variant, one per row")]
    variants: Annotated[
        list[ComparedVariant],
        Meta(description="Variants: benchmarks with fixed parameters"),
    ]
    verdict: Annotated[
        list[Literal["regression", "improvement", "change", "same", "unknown"]],
        Meta(description="What the comparison or the check found"),
    ]


class RunAdvice(Struct):
    """
    The best samples per run where starting one costs as much as `set_up` samples.
    """

    buys_more: Annotated[
        Literal["samples", "runs", "neither"],
        Meta(
            description="What narrows the interval more for the same time: samples or runs"
        ),
    ]
    samples_per_run: Annotated[int, Meta(description="Best number of samples a run")]
    saving: Annotated[float, Meta(description="Share of time that the advice saves")]
    sentence: Annotated[str, Meta(description="What it means, in one sentence")]
    set_up: Annotated[float, Meta(description="Cost of starting a run, in samples")]


class RunPage(Struct):
    """
    A page of runs; `apart` counts those that the kind leaves out and the filters let pass.
    """

    apart: Annotated[
        int,
        Meta(description="Runs that pass the filters and are left out by their kind."),
    ]
    next: (
        Annotated[
            str, Meta(description="Cursor of the next page; null: this is the last one")
        ]
        | None
    )
    rows: Annotated[list[ListedRun], Meta(description="Rows of this page, in order")]
    total: Annotated[int, Meta(description="How many there are in all")]


class RungChange(Struct):
    """
    What is given is changed; a decision of null takes it back.
    """

    decision: (
        Annotated[
            Literal["kept", "rejected"],
            Meta(description="Whether it was kept or rejected; null: open"),
        ]
        | None
        | UnsetType
    ) = UNSET
    label: (
        Annotated[str, Meta(description="Text that is shown for it")] | None | UnsetType
    ) = UNSET
    note: Annotated[str, Meta(description="Free text")] | None | UnsetType = UNSET
    reason: Annotated[str, Meta(description="Why")] | None | UnsetType = UNSET
    role: (
        Annotated[Literal["baseline", "rung", "control"], Meta(description="Role")]
        | None
        | UnsetType
    ) = UNSET


class RungOrder(Struct):
    rungs: Annotated[
        list[int], Meta(description="Ids of all rungs in their new order.")
    ]


class RungRun(Struct):
    """
    The run behind a measured rung.
    """

    commit: Annotated[CommitRef, Meta(description="The commit")]
    id: Annotated[int, Meta(description="Number of it, which does not change")]
    machine: Annotated[str, Meta(description="Name of the machine")] | None
    started_at: Annotated[str, Meta(description="When it started")]


class RunsWanted(Struct):
    """
    All runs that fit; what is left out does not count, and something must be named.
    """

    branch: (
        Annotated[str, Meta(description="Name of the branch")] | None | UnsetType
    ) = UNSET
    commit: Annotated[str, Meta(description="The commit")] | None | UnsetType = UNSET
    since: (
        Annotated[str, Meta(description="Runs that began then or later.")]
        | None
        | UnsetType
    ) = UNSET
    suite: Annotated[str, Meta(description="Name of the suite")] | None | UnsetType = (
        UNSET
    )
    testbed: (
        Annotated[str, Meta(description="Name of the testbed")] | None | UnsetType
    ) = UNSET
    until: (
        Annotated[str, Meta(description="Runs that began before.")] | None | UnsetType
    ) = UNSET


Sameness: TypeAlias = Literal["same", "different", "unknown"]


class SavedClaims(Struct):
    """
    Keys of the claims of a file.
    """

    added: Annotated[list[str], Meta(description="Keys that are new in the project.")]
    changed: Annotated[
        list[str], Meta(description="Keys whose claim was replaced, or brought back.")
    ]
    unchanged: Annotated[
        list[str],
        Meta(description="Keys whose claim was there already, word for word."),
    ]


class SavedFile(Struct):
    """
    A file that a run was read from.
    """

    name: Annotated[str, Meta(description="Its name, as it was sent.")]
    place: Annotated[
        int, Meta(description="Its place among the files of the run, from 1.")
    ]
    sha256: Annotated[str, Meta(description="Of its bytes.")]
    size: Annotated[int, Meta(description="Bytes, as it was sent.")]


class SavedSplit(Struct):
    id: Annotated[int, Meta(description="Number of it, which does not change")]
    is_new: Annotated[
        bool, Meta(description="False: one of the same sides was kept already.")
    ]


class SavedThresholds(Struct):
    is_new: Annotated[
        bool, Meta(description="False where the file is the one that held already.")
    ]
    judged_anew: Annotated[
        int, Meta(description="Series of which changes are looked for anew.")
    ]
    number: Annotated[
        int,
        Meta(description="Of the version that holds now; 0 where there never was one."),
    ]


class SavedView(Struct):
    address: Annotated[
        str,
        Meta(
            description="The query part of a page's address, or the target of a channel"
        ),
    ]
    author: Annotated[str, Meta(description="Who wrote it")]
    created_at: Annotated[str, Meta(description="When it was made")]
    id: Annotated[int, Meta(description="Number of it, which does not change")]
    is_pinned: Annotated[bool, Meta(description="Shown on the overview.")]
    name: Annotated[str, Meta(description="Name")]
    note: Annotated[str, Meta(description="Free text")]
    page: Annotated[
        str, Meta(description="What the page is called: Explore, Compare, …")
    ]
    updated_at: Annotated[str, Meta(description="When it was changed last")]


class Scatter(Struct):
    """
    Quartiles of run-to-run scatter over series, and the changes that show within five runs.

    All are shares: 0.03 is 3 %. `series` are those whose noise is known.
    """

    lower_quartile: (
        Annotated[float, Meta(description="Lower quartile over series")] | None
    )
    median: Annotated[float, Meta(description="The median")] | None
    median_change: (
        Annotated[
            float,
            Meta(
                description="Half of the series show a change of this size within five runs."
            ),
        ]
        | None
    )
    series: Annotated[
        int, Meta(description="With known noise: 13 points or more, all positive.")
    ]
    unknown: Annotated[int, Meta(description="What could not be judged")]
    upper_quartile: (
        Annotated[float, Meta(description="Upper quartile over series")] | None
    )
    worst_change: (
        Annotated[float, Meta(description="Largest of the smallest changes that show")]
        | None
    )


class ScatterSource(Struct):
    """
    One source of scatter: relative, with 95 % bounds, and its share of the variance.
    """

    high: Annotated[float, Meta(description="Upper end of the 95 % interval")] | None
    low: Annotated[float, Meta(description="Lower end of the 95 % interval")] | None
    name: Annotated[str, Meta(description="Name")]
    scatter: Annotated[float, Meta(description="Scatter between runs; a share")] | None
    share: Annotated[float, Meta(description="Share of the whole; 0.1 for 10 %")] | None


Scope: TypeAlias = Annotated[
    Literal["read", "report", "agent", "triage", "admin"],
    Meta(description="What an API key may be used for; a key has one or several."),
]


SearchKind: TypeAlias = Annotated[
    Literal[
        "benchmark",
        "suite",
        "sweep",
        "change",
        "split",
        "ladder",
        "view",
        "machine",
        "commit",
        "run",
    ],
    Meta(description="In the order in which they are shown."),
]


class SeenMark(Struct):
    """
    Up to when a person has seen what happened; null: nothing is marked.
    """

    at: Annotated[str, Meta(description="When")] | None


class SelectedSeries(Struct):
    """
    Every name must match one of its values, where it has any.
    """

    benchmark: (
        Annotated[list[str], Meta(description="Name of the benchmark")] | UnsetType
    ) = UNSET
    branch: Annotated[list[str], Meta(description="Name of the branch")] | UnsetType = (
        UNSET
    )
    metric: Annotated[list[str], Meta(description="Name of the metric")] | UnsetType = (
        UNSET
    )
    parameters: (
        Annotated[
            dict[str, list[str]],
            Meta(description="Parameter values by name", max_length=32),
        ]
        | UnsetType
    ) = UNSET
    suite: Annotated[list[str], Meta(description="Name of the suite")] | UnsetType = (
        UNSET
    )
    tags: (
        Annotated[dict[str, list[str]], Meta(description="Tags", max_length=32)]
        | UnsetType
    ) = UNSET
    testbed: (
        Annotated[list[str], Meta(description="Name of the testbed")] | UnsetType
    ) = UNSET
    text: Annotated[str, Meta(description="The text")] | UnsetType = UNSET


class Selection(Struct):
    """
    Which news a channel is told.
    """

    events: (
        Annotated[
            list[Literal["opened", "grew", "narrowed", "fixed", "reopened"]],
            Meta(description="What happened, in order"),
        ]
        | UnsetType
    ) = UNSET
    filters: (
        Annotated[SelectedSeries, Meta(description="Which series are meant")]
        | UnsetType
    ) = UNSET
    min_effect: (
        Annotated[float, Meta(description="A share: 0.05 for 5 %.")] | UnsetType
    ) = UNSET
    ways: (
        Annotated[
            Literal["worse", "better", "any"],
            Meta(description="Directions of change that are sent"),
        ]
        | UnsetType
    ) = UNSET
    with_outages: (
        Annotated[
            bool,
            Meta(
                description="Also what has gone quiet: agents, suites, benchmarks, other channels."
            ),
        ]
        | UnsetType
    ) = UNSET


class SelfComparison(Struct):
    """
    What the product said of a program against itself; nothing `compared`: noise unknown.
    """

    alarms: Annotated[
        int,
        Meta(
            description="False alarms: comparisons of one binary with itself that found a change"
        ),
    ]
    baseline_run_id: Annotated[int, Meta(description="Run that it was compared with")]
    compared: Annotated[int, Meta(description="Pairs of results that were compared")]
    measured_at: Annotated[str, Meta(description="When it was measured")]
    run_id: Annotated[int, Meta(description="Number of the run")]
    testbed_id: Annotated[int, Meta(description="Number of the testbed")]


class SelfRatio(Struct):
    """
    One variant measured twice in every round: second arm against first.
    """

    benchmark: Annotated[str, Meta(description="Name of the benchmark")]
    high: Annotated[float, Meta(description="Upper end of the 95 % interval")] | None
    low: Annotated[float, Meta(description="Lower end of the 95 % interval")] | None
    metric: Annotated[str, Meta(description="Name of the metric")]
    pairs: Annotated[int, Meta(description="Pairs of samples")]
    parameters: Annotated[
        dict[str, str | int | float | bool],
        Meta(description="Parameter values by name"),
    ]
    ratio: (
        Annotated[
            float, Meta(description="Contender over baseline, or after over before")
        ]
        | None
    )


class SeriesLabel(Struct):
    """
    Everything that tells one series from another, with the unit and direction of its numbers.
    """

    benchmark: Annotated[str, Meta(description="Name of the benchmark")]
    benchmark_id: Annotated[int, Meta(description="Number of the benchmark")]
    branch: Annotated[str, Meta(description="Name of the branch")]
    direction: Annotated[
        Literal["lower", "higher", "unknown"],
        Meta(description="Which values are better: lower or higher"),
    ]
    id: Annotated[int, Meta(description="Number of it, which does not change")]
    metric: Annotated[str, Meta(description="Name of the metric")]
    noise: Annotated[
        Literal["sampled", "exact"], Meta(description="How results scatter")
    ]
    parameters: Annotated[
        dict[str, str | int | float | bool],
        Meta(description="Parameter values by name"),
    ]
    suite: Annotated[str, Meta(description="Name of the suite")]
    suite_id: Annotated[int, Meta(description="Number of the suite")]
    testbed: Annotated[str, Meta(description="Name of the testbed")]
    unit: Annotated[
        str,
        Meta(
            description="Base unit of every number of the series (`s`, `B`, `op/s`, `1`, …)."
        ),
    ]


class SeriesListing(Struct):
    latest: Annotated[LatestPoint, Meta(description="The newest result")] | None
    open_changes: Annotated[int, Meta(description="How many changes are open")]
    points: Annotated[int, Meta(description="Points")]
    series: Annotated[
        SeriesLabel, Meta(description="The series, or how many there are")
    ]
    sparkline: Annotated[
        list[float], Meta(description="In commit order, the newest last.")
    ]


class SeriesListingPage(Struct):
    """
    Rows in order, how many there are in all, and the cursor of the next ones.
    """

    next: (
        Annotated[
            str, Meta(description="Cursor of the next page; null: this is the last one")
        ]
        | None
    )
    rows: Annotated[
        list[SeriesListing], Meta(description="Rows of this page, in order")
    ]
    total: Annotated[int, Meta(description="How many there are in all")]


class SeriesNoise(Struct):
    """
    Scatter by source, what a run is known to, and what that takes or hides.

    `of_a_run` is the scatter of the centre of a run with `samples` samples, `at_best` what any
    number of samples leaves. Shares: 0.03 is 3 %. `smallest_change` shows within five runs.
    """

    advice: (
        Annotated[
            RunAdvice, Meta(description="What to do next, or null where nothing helps")
        ]
        | None
    )
    at_best: (
        Annotated[float, Meta(description="The same with any number of samples.")]
        | None
    )
    effects: Annotated[
        list[EffectCost], Meta(description="Cost to show an effect of each size")
    ]
    of_a_run: (
        Annotated[float, Meta(description="Scatter of the centre of a run.")] | None
    )
    runs: Annotated[int, Meta(description="Runs")]
    samples: Annotated[float, Meta(description="Of a typical run.")] | None
    sentence: Annotated[str, Meta(description="What it means, in one sentence")]
    series: Annotated[
        SeriesLabel, Meta(description="The series, or how many there are")
    ]
    smallest_change: (
        Annotated[float, Meta(description="Shows within five runs.")] | None
    )
    sources: Annotated[
        list[ScatterSource], Meta(description="What the scatter comes from")
    ]
    warnings: Annotated[
        list[str], Meta(description="What limits the statement, one sentence each")
    ]


class SeriesPoint(Struct):
    """
    One result that counts, with the names of its series.
    """

    benchmark: Annotated[str, Meta(description="Name of the benchmark")]
    branch: Annotated[str, Meta(description="Name of the branch")]
    commit: Annotated[str, Meta(description="The commit")]
    direction: Annotated[
        str, Meta(description="Which values are better: lower or higher")
    ]
    high: Annotated[float, Meta(description="Upper end of the 95 % interval")] | None
    low: Annotated[float, Meta(description="Lower end of the 95 % interval")] | None
    measured_at: Annotated[str, Meta(description="When it was measured")]
    metric: Annotated[str, Meta(description="Name of the metric")]
    parameters: Annotated[
        dict[str, str | int | float | bool],
        Meta(description="Parameter values by name"),
    ]
    run: Annotated[int, Meta(description="The run")]
    sample_count: Annotated[int, Meta(description="Samples behind the value.")]
    series: Annotated[int, Meta(description="The series, or how many there are")]
    suite: Annotated[str, Meta(description="Name of the suite")]
    testbed: Annotated[str, Meta(description="Name of the testbed")]
    time: Annotated[
        str,
        Meta(
            description="Of the commit where that is known, else when it was measured."
        ),
    ]
    unit: Annotated[str, Meta(description="Unit of the values")]
    value: Annotated[float, Meta(description="In base units, as its interval.")]


class ShortLink(Struct):
    path: Annotated[
        str,
        Meta(description="`/l/<code>`, to be put behind the address of the server."),
    ]


class ShownClaimTable(Struct):
    """
    Published figures of several variants beside the newest that each testbed measured.
    """

    heads: Annotated[list[str], Meta(description="Heads of its columns.")]
    machines: Annotated[
        list[ClaimTableOnMachine],
        Meta(description="By testbed, the one that was measured last in front."),
    ]
    note: Annotated[str, Meta(description="Free text")]
    title: Annotated[str, Meta(description="Title")]


class SideDifference(Struct):
    """
    An attribute that differs between the sides; null: not given there.
    """

    after: (
        Annotated[
            str | int | float | bool, Meta(description="The value on the later side")
        ]
        | None
    )
    before: (
        Annotated[
            str | int | float | bool, Meta(description="The value on the earlier side")
        ]
        | None
    )
    kind: Annotated[
        Literal["machine", "toolchain", "settings"], Meta(description="What kind it is")
    ]
    name: Annotated[str, Meta(description="Name")]


class SideOffer(Struct):
    """
    A side as its address names it, and what helps to recognise it.
    """

    detail: Annotated[str, Meta(description="More about it, in one sentence")]
    kind: Annotated[
        Literal["run", "commit", "branch", "pull", "tag", "testbed"],
        Meta(description="What kind it is"),
    ]
    name: Annotated[str, Meta(description="Name")]
    time: Annotated[str, Meta(description="Time of the commit")] | None


class SideOffers(Struct):
    sides: Annotated[list[SideOffer], Meta(description="What can be compared")]


class SideRunSamples(Struct):
    """
    The samples of one run in measuring order; `n` counts those left out too.
    """

    commit: Annotated[str, Meta(description="The commit")]
    n: Annotated[int, Meta(description="How many samples, pairs or points it rests on")]
    run: Annotated[int, Meta(description="The run")]
    samples: Annotated[list[float], Meta(description="Samples")]
    side: Annotated[
        Literal["baseline", "contender"],
        Meta(description="Which side: baseline or contender"),
    ]
    value: Annotated[float, Meta(description="The value in its unit")]


class SignIn(Struct):
    email: Annotated[str, Meta(description="E-mail address")]
    password: Annotated[str, Meta(description="The password")]


class SourceMetric(Struct):
    direction: Annotated[
        Literal["lower", "higher", "unknown"],
        Meta(description="Which values are better: lower or higher"),
    ]
    name: Annotated[str, Meta(description="Name")]
    unit: Annotated[str, Meta(description="Unit of the values")]


class Sparkline(Struct):
    """
    The newest values of a series in commit order, and where open change points start.
    """

    change_at: Annotated[
        list[int],
        Meta(description="Indices of `values` at which an open change point starts."),
    ]
    series: Annotated[
        SeriesLabel, Meta(description="The series, or how many there are")
    ]
    values: Annotated[
        list[float], Meta(description="At most 60 values in commit order.")
    ]
    worst_verdict: (
        Annotated[str, Meta(description="The worst verdict among open changes")] | None
    )


class SplitDecision(Struct):
    state: Annotated[
        Literal["open", "accepted", "rejected"], Meta(description="State that it is in")
    ]
    reason: Annotated[str, Meta(description="Why")] | UnsetType = UNSET


class SplitEvent(Struct):
    """
    What somebody did with a split, and what it came to at that moment.
    """

    action: Annotated[str, Meta(description="What was done, as a verb")]
    actor: Annotated[str, Meta(description="Who did it")]
    at: Annotated[str, Meta(description="When")]
    headline: Annotated[str, Meta(description="What the split came to at that moment.")]
    text: Annotated[str, Meta(description="The text")]


class SplitGroup(Struct):
    """
    The net effect on the members that carry one value of a tag.
    """

    gain: Annotated[float, Meta(description="Relative gain; above 0 is better")]
    gains: Annotated[int, Meta(description="How many gain")]
    high: Annotated[float, Meta(description="Upper end of the 95 % interval")] | None
    losses: Annotated[int, Meta(description="How many lose")]
    low: Annotated[float, Meta(description="Lower end of the 95 % interval")] | None
    members: Annotated[list[str], Meta(description="Members")]
    tag: Annotated[str, Meta(description="The tag")]
    verdict: Annotated[
        Literal["gain", "loss", "cancels out", "unknown", "apart"],
        Meta(description="What the comparison or the check found"),
    ]
    warnings: Annotated[
        list[str], Meta(description="What limits the statement, one sentence each")
    ]


class SplitMember(Struct):
    """
    One series under the change.
    """

    baseline: Annotated[float, Meta(description="The side that is compared with")]
    basis: Annotated[str, Meta(description="What the judgement rests on")]
    claimed: Annotated[
        bool,
        Meta(description="Whether the data support the statement with 95 % confidence"),
    ]
    contender: Annotated[float, Meta(description="The side that is judged")]
    direction: Annotated[
        Literal["lower", "higher"],
        Meta(description="Which values are better: lower or higher"),
    ]
    gain: Annotated[float, Meta(description="Relative gain; above 0 is better")]
    high: (
        Annotated[
            float,
            Meta(
                description="Relative gain in the member's own numbers; the interval misses with `miss`."
            ),
        ]
        | None
    )
    low: Annotated[float, Meta(description="Lower end of the 95 % interval")] | None
    metric: Annotated[str, Meta(description="Name of the metric")]
    miss: Annotated[float, Meta(description="What is missing for a decision")] | None
    n: Annotated[int, Meta(description="How many samples, pairs or points it rests on")]
    name: Annotated[str, Meta(description="Name")]
    sentence: Annotated[str, Meta(description="What it means, in one sentence")]
    series_id: (
        Annotated[
            int,
            Meta(description="Series of the contender; null for published figures."),
        ]
        | None
    )
    share: (
        Annotated[
            float,
            Meta(description="Its part of the total loss; null if it does not pay."),
        ]
        | None
    )
    tags: Annotated[dict[str, str], Meta(description="Tags")]
    unit: Annotated[str, Meta(description="Unit of the values")]
    usual_weight: Annotated[
        float,
        Meta(
            description="What it is given where nobody says: metrics of one variant share 1."
        ),
    ]
    verdict: Annotated[
        Literal["gain", "loss", "same", "unknown"],
        Meta(description="What the comparison or the check found"),
    ]
    weight: Annotated[
        float, Meta(description="Its part of the load: all weights sum to 1.")
    ]


class SplitNote(Struct):
    note: Annotated[str, Meta(description="Free text")]


class SplitRow(Struct):
    basis: Annotated[str, Meta(description="What the judgement rests on")]
    change: Annotated[str, Meta(description="What is compared, in words.")]
    claimed: Annotated[
        bool,
        Meta(description="Whether the data support the statement with 95 % confidence"),
    ]
    created_at: Annotated[str, Meta(description="When it was made")]
    created_by: Annotated[str, Meta(description="Who made it")]
    decided_by: Annotated[str, Meta(description="Who decided; null: nobody yet")]
    gains: Annotated[int, Meta(description="How many gain")]
    headline: Annotated[str, Meta(description="The verdict in one line")]
    id: Annotated[int, Meta(description="Number of it, which does not change")]
    judged_at: (
        Annotated[
            str,
            Meta(
                description="When the verdict of this row was made; the page of a split makes it anew."
            ),
        ]
        | None
    )
    kind: Annotated[
        Literal["measured", "published"], Meta(description="What kind it is")
    ]
    losses: Annotated[int, Meta(description="How many lose")]
    members: Annotated[int, Meta(description="Members")]
    name: Annotated[str, Meta(description="Name")]
    net: Annotated[Net, Meta(description="Weighted effect over all members")] | None
    note: Annotated[str, Meta(description="Free text")]
    origin: Annotated[
        Literal["proposed", "person", "suite"], Meta(description="Where it comes from")
    ]
    state: Annotated[
        Literal["open", "accepted", "rejected"], Meta(description="State that it is in")
    ]
    state_changed_at: (
        Annotated[str, Meta(description="When its state changed last")] | None
    )
    suites: Annotated[list[str], Meta(description="Suites")]
    testbeds: Annotated[list[str], Meta(description="Names of the testbeds")]
    verdict: (
        Annotated[
            Literal["split", "gains", "losses", "same", "unknown"],
            Meta(description="What the comparison or the check found"),
        ]
        | None
    )


class SplitSide(Struct):
    """
    A side of a split, and the runs that it turned out to be, the newest first.
    """

    asked: Annotated[
        str,
        Meta(
            description="`run:…`, `commit:…`, or `before:…` and `from:…` for the runs on either side of a commit."
        ),
    ]
    parameters: Annotated[
        dict[str, list[str]], Meta(description="Parameter values by name")
    ]
    run_count: Annotated[int, Meta(description="How many runs")]
    runs: Annotated[list[ListedRun], Meta(description="Runs")]


SplitState: TypeAlias = Annotated[
    Literal["open", "accepted", "rejected"],
    Meta(description="What a person has decided."),
]


class StatementCounts(Struct):
    """
    Statements of a claim by verdict, on one testbed.
    """

    confirmed: Annotated[
        int, Meta(description="Statements whose interval lies inside what was said.")
    ]
    not_measurable: Annotated[
        int, Meta(description="Statements for which there is no result to judge by.")
    ]
    other_size: Annotated[
        int,
        Meta(
            description="Statements with the direction that was said, and another size."
        ),
    ]
    refuted: Annotated[
        int, Meta(description="Statements whose interval lies outside what was said.")
    ]
    undecided: Annotated[
        int, Meta(description="Statements that more rounds would settle.")
    ]


class StatementOnMachine(Struct):
    """
    How a statement stands on one testbed, by its newest run that could judge it.
    """

    commit: Annotated[str, Meta(description="The commit")]
    figures: Annotated[
        list[ClaimFigure],
        Meta(description="Published figures beside those of this run."),
    ]
    high: Annotated[float, Meta(description="Upper end of the 95 % interval")] | None
    history: Annotated[
        list[ClaimPoint],
        Meta(
            description="The newest commits of this branch and mode, oldest first; empty in lists."
        ),
    ]
    low: Annotated[float, Meta(description="Lower end of the 95 % interval")] | None
    measured_at: Annotated[str, Meta(description="When it was measured")]
    mode: (
        Annotated[
            str, Meta(description="How thoroughly it was measured: quick or full")
        ]
        | None
    )
    more_rounds: (
        Annotated[
            int,
            Meta(
                description="Rounds that would settle it; null: nothing is open, or no affordable number would."
            ),
        ]
        | None
    )
    n: Annotated[int, Meta(description="How many samples, pairs or points it rests on")]
    run_id: Annotated[int, Meta(description="Number of the run")]
    sentence: Annotated[str, Meta(description="What it means, in one sentence")]
    standing: Annotated[
        ClaimStanding,
        Meta(description="Since when it holds there, or does not hold any more."),
    ]
    testbed: Annotated[str, Meta(description="Name of the testbed")]
    value: (
        Annotated[float, Meta(description="The ratio, level, share or best value.")]
        | None
    )
    verdict: Annotated[
        Literal["confirmed", "refuted", "other size", "undecided", "not measurable"],
        Meta(description="What the comparison or the check found"),
    ]


class StoppedVariant(Struct):
    """
    Why measuring this variant ended; the half width is that of its interval, as a ratio.
    """

    benchmark: Annotated[str, Meta(description="Name of the benchmark")]
    half_width: (
        Annotated[float, Meta(description="Half width of the interval, as a ratio")]
        | None
    )
    metric: Annotated[str, Meta(description="Name of the metric")]
    parameters: Annotated[
        dict[str, str | int | float | bool],
        Meta(description="Parameter values by name"),
    ]
    reason: Annotated[Literal["narrow", "rounds", "budget"], Meta(description="Why")]


class Stopping(Struct):
    """
    How many rounds were measured, and what ended them.
    """

    max_seconds: (
        Annotated[float, Meta(description="Most seconds that measuring may take")]
        | None
    )
    most_rounds: (
        Annotated[int, Meta(description="Most rounds that may be measured")] | None
    )
    narrow: (
        Annotated[
            float, Meta(description="Half width at which measuring ends, as a ratio")
        ]
        | None
    )
    reason: Annotated[Literal["narrow", "rounds", "budget"], Meta(description="Why")]
    rounds: Annotated[int, Meta(description="Rounds that were measured")]
    variants: Annotated[
        list[StoppedVariant],
        Meta(description="Variants: benchmarks with fixed parameters"),
    ]


class StoredConnection(Struct):
    """
    A connection without its secrets, and how it does.
    """

    api_url: Annotated[str, Meta(description="Address of the forge's API")]
    app_id: (
        Annotated[str, Meta(description="Number of the GitHub App; null for a token")]
        | None
    )
    created_at: Annotated[str, Meta(description="When it was made")]
    created_by: Annotated[str, Meta(description="Who made it")]
    failing_since: (
        Annotated[str, Meta(description="Since when it fails; null: it works")] | None
    )
    forged: Annotated[int, Meta(description="Webhooks whose signature was wrong.")]
    forged_at: (
        Annotated[
            str, Meta(description="When a webhook with a wrong signature came last")
        ]
        | None
    )
    has_picture: Annotated[
        bool, Meta(description="Whether the comment holds a picture")
    ]
    has_token: Annotated[bool, Meta(description="Whether a token is stored")]
    heard_at: Annotated[str, Meta(description="When the forge called last")] | None
    id: Annotated[int, Meta(description="Number of it, which does not change")]
    installation: (
        Annotated[
            str, Meta(description="Installation of the GitHub App; null for a token")
        ]
        | None
    )
    is_gating: Annotated[
        bool, Meta(description="Whether the check may fail pull requests")
    ]
    kind: Annotated[ForgeKind, Meta(description="What kind it is")]
    last_reason: Annotated[
        str, Meta(description="Why the newest attempt failed; empty: it did not")
    ]
    least_effect: Annotated[
        float, Meta(description="Effects below this are not reported; a share")
    ]
    repository: Annotated[str, Meta(description="owner/name")]
    told_at: (
        Annotated[str, Meta(description="When something was written to the forge last")]
        | None
    )
    webhook_path: Annotated[str, Meta(description="Path that the forge calls")]


class StoredMetric(Struct):
    """
    A metric of a suite as it is stored.
    """

    aliases: Annotated[
        list[str], Meta(description="Names that it had; reports may go on using them")
    ]
    direction: Annotated[
        str, Meta(description="Which values are better: lower or higher")
    ]
    id: Annotated[int, Meta(description="Number of it, which does not change")]
    name: Annotated[str, Meta(description="Name")]
    noise: Annotated[str, Meta(description="How results scatter")]
    series: Annotated[int, Meta(description="The series, or how many there are")]
    suite: Annotated[str, Meta(description="Name of the suite")]
    suite_id: Annotated[int, Meta(description="Number of the suite")]
    unit: Annotated[str, Meta(description="Base unit of everything stored.")]


class Subscription(Struct):
    channel_id: Annotated[int, Meta(description="Number of the channel")]
    created_at: Annotated[str, Meta(description="When it was made")]
    created_by: Annotated[str, Meta(description="Who made it")]
    id: Annotated[int, Meta(description="Number of it, which does not change")]
    selection: Annotated[Selection, Meta(description="Which alert groups are sent")]


class SuiteBenchmark(Struct):
    """
    A benchmark of a suite with one of its series to look at.
    """

    id: Annotated[int, Meta(description="Number of it, which does not change")]
    improvements: Annotated[int, Meta(description="How many are improvements")]
    latest: Annotated[LatestPoint, Meta(description="The newest result")] | None
    name: Annotated[str, Meta(description="Name")]
    parameters: Annotated[list[str], Meta(description="Parameter values by name")]
    regressions: Annotated[int, Meta(description="How many are regressions")]
    series: Annotated[int, Meta(description="The series, or how many there are")]
    shown: (
        Annotated[
            SeriesLabel,
            Meta(
                description="The series whose values are drawn: of the first metric, the one with the most points."
            ),
        ]
        | None
    )
    summary: Annotated[str, Meta(description="What it measures, in one sentence")]
    sweep_axes: Annotated[list[str], Meta(description="Parameters that are swept")]
    tags: Annotated[dict[str, str], Meta(description="Tags")]
    values: Annotated[list[float], Meta(description="Values in order")]
    variants: Annotated[
        int, Meta(description="Variants: benchmarks with fixed parameters")
    ]


class SuiteCard(Struct):
    benchmarks: Annotated[int, Meta(description="Names or number of benchmarks")]
    id: Annotated[int, Meta(description="Number of it, which does not change")]
    improvements: Annotated[int, Meta(description="How many are improvements")]
    last_run_at: Annotated[str, Meta(description="When its newest run started")] | None
    longest: Annotated[
        int, Meta(description="Results of the series that has the most.")
    ]
    name: Annotated[str, Meta(description="Name")]
    regressions: Annotated[int, Meta(description="How many are regressions")]
    runs: Annotated[int, Meta(description="Runs")]
    runs_missing: Annotated[
        int,
        Meta(
            description="So many more runs it takes before a change could be seen in any of its series."
        ),
    ]
    series: Annotated[int, Meta(description="The series, or how many there are")]
    sparklines: Annotated[
        list[Sparkline], Meta(description="At most 6: series with open changes first.")
    ]
    summary: Annotated[str, Meta(description="What it measures, in one sentence")]


class SuiteGoal(Struct):
    """
    What the suite wants to reach: contender / baseline against a limit, or only its sign.
    """

    at_least: (
        Annotated[float, Meta(description="The ratio must be at least this")] | None
    )
    at_most: Annotated[float, Meta(description="The ratio must be at most this")] | None
    baseline: Annotated[GoalSide, Meta(description="The side that is compared with")]
    contender: Annotated[GoalSide, Meta(description="The side that is judged")]
    goal: Annotated[str, Meta(description="What the suite wants to reach")]
    high: Annotated[float, Meta(description="Upper end of the 95 % interval")] | None
    low: Annotated[float, Meta(description="Lower end of the 95 % interval")] | None
    metric: Annotated[str, Meta(description="Name of the metric")]
    more_pairs: (
        Annotated[
            int,
            Meta(description="Pairs of samples that would settle it; null: unknown"),
        ]
        | None
    )
    pairs: Annotated[int, Meta(description="Pairs of samples")]
    ratio: (
        Annotated[
            float, Meta(description="Contender over baseline, or after over before")
        ]
        | None
    )
    reason: Annotated[str, Meta(description="Why")] | None
    verdict: Annotated[
        Literal["met", "not_met", "not_resolved", "not_available", "above", "below"],
        Meta(description="What the comparison or the check found"),
    ]


class SuiteMetric(Struct):
    direction: Annotated[
        Literal["lower", "higher", "unknown"],
        Meta(description="Which values are better: lower or higher"),
    ]
    name: Annotated[str, Meta(description="Name")]
    noise: Annotated[
        Literal["sampled", "exact"], Meta(description="How results scatter")
    ]
    series: Annotated[int, Meta(description="The series, or how many there are")]
    summary: Annotated[str, Meta(description="What it measures, in one sentence")]
    unit: Annotated[str, Meta(description="Unit of the values")]


class SweepAgreement(Struct):
    """
    What the curves of one facet say together; `values` are in every best set.
    """

    facet: Annotated[
        dict[str, str | int | float | bool],
        Meta(description="Values of the parameters that are fixed"),
    ]
    sentence: Annotated[str, Meta(description="What it means, in one sentence")]
    values: Annotated[list[float], Meta(description="In the best set of every metric.")]


class SweepCliff(Struct):
    """
    A jump of the result by `ratio` between two neighbouring values of the axis.
    """

    high: Annotated[float, Meta(description="Upper end of the 95 % interval")]
    low: Annotated[float, Meta(description="Lower end of the 95 % interval")]
    ratio: Annotated[
        float, Meta(description="The result beyond the jump over the one before it.")
    ]


class SweepCrossing(Struct):
    """
    The order of two curves turns somewhere between the axis values low and high.
    """

    at: Annotated[float, Meta(description="Most likely value of the axis")]
    high: Annotated[float, Meta(description="Upper end of the 95 % interval")]
    low: Annotated[float, Meta(description="Lower end of the 95 % interval")]


class SweepCrossover(Struct):
    """
    Two curves against each other; crossings are claimed only where both signs are.
    """

    claimed: Annotated[
        bool,
        Meta(description="Whether the data support the statement with 95 % confidence"),
    ]
    crossings: Annotated[
        list[SweepCrossing], Meta(description="Where the order of the two curves turns")
    ]
    first: Annotated[
        dict[str, str | int | float | bool], Meta(description="The earlier one")
    ]
    second: Annotated[
        dict[str, str | int | float | bool],
        Meta(description="Second parameter, or the second side"),
    ]
    sentence: Annotated[str, Meta(description="What it means, in one sentence")]


class SweepGrid(Struct):
    """
    One grid, every other parameter fixed; cells that gave nothing are `failed` or `missing`.
    """

    best: Annotated[list[float], Meta(description="The best value so far")] | None
    cells: Annotated[list[GridCell], Meta(description="Cells of the table or grid")]
    claim: Annotated[
        Literal["interval", "summary only", "none"],
        Meta(
            description="What may be claimed: an interval, a summary only, or nothing"
        ),
    ]
    facet: Annotated[
        dict[str, str | int | float | bool],
        Meta(description="Values of the parameters that are fixed"),
    ]
    failed: Annotated[
        list[list[float]], Meta(description="Pairs of a first and a second value.")
    ]
    missing: Annotated[
        list[list[float]], Meta(description="Values that were not measured")
    ]
    remarks: Annotated[
        list[str], Meta(description="What else there is to say, one sentence each")
    ]
    sentence: Annotated[str, Meta(description="What it means, in one sentence")]
    xs: Annotated[list[float], Meta(description="Values of the first axis")]
    ys: Annotated[list[float], Meta(description="Values of the second axis")]


class SweepKnee(Struct):
    """
    Where more (`pays` more) or less of the parameter stops paying; somewhere in low..high.
    """

    high: Annotated[float, Meta(description="Upper end of the 95 % interval")]
    low: Annotated[float, Meta(description="Lower end of the 95 % interval")]
    pays: Annotated[
        Literal["more", "less"],
        Meta(description="Whether more or less of the parameter pays"),
    ]
    x: Annotated[float, Meta(description="Value on the first axis")]


class SweepMark(Struct):
    label: Annotated[str, Meta(description="Text that is shown for it")]
    x: Annotated[float, Meta(description="Value on the first axis")]


class SweepOptimum(Struct):
    """
    The best value of one curve with those that cannot be told from it; `values` it has.
    """

    best_set: Annotated[
        list[float],
        Meta(description="What cannot be told from the best, itself among them."),
    ]
    best_x: Annotated[float, Meta(description="Value of the axis with the best result")]
    claimed: Annotated[
        bool,
        Meta(description="Whether the data support the statement with 95 % confidence"),
    ]
    facet: Annotated[
        dict[str, str | int | float | bool],
        Meta(description="Values of the parameters that are fixed"),
    ]
    value: Annotated[float, Meta(description="The value in its unit")]
    values: Annotated[int, Meta(description="Values in order")]


class SweepPlateau(Struct):
    """
    Neighbouring values that all are within the margin of the best, at most `behind` it.
    """

    behind: Annotated[
        float, Meta(description="How much worse than the best it is at most; a share")
    ]
    high: Annotated[float, Meta(description="Upper end of the 95 % interval")]
    low: Annotated[float, Meta(description="Lower end of the 95 % interval")]


class SweepPoint(Struct):
    """
    `excess` is the relative distance to the best value, round by round: 0.03 is 3 % worse.

    `behind` is what it is at most (95 % for all values at once), None without a claim;
    `is_equal`: that is within the margin, or without a claim the excess is.
    """

    behind: (
        Annotated[
            float,
            Meta(
                description="How much worse than the best it is at most, for all values at once with 95 %."
            ),
        ]
        | None
    )
    excess: (
        Annotated[
            float,
            Meta(description="Relative distance to the best value: 0.03 is 3 % worse."),
        ]
        | None
    )
    high: Annotated[float, Meta(description="Upper end of the 95 % interval")] | None
    in_best_set: Annotated[
        bool, Meta(description="Whether the data do not distinguish it from the best")
    ]
    is_equal: Annotated[
        bool,
        Meta(
            description="Within the margin of the best: known to be, or without a claim by its number alone."
        ),
    ]
    low: Annotated[float, Meta(description="Lower end of the 95 % interval")] | None
    n: Annotated[int, Meta(description="How many samples, pairs or points it rests on")]
    series_id: Annotated[int, Meta(description="Number of the series")]
    value: Annotated[float, Meta(description="The value in its unit")]
    versus_default: (
        Annotated[
            DefaultRatio,
            Meta(
                description="Over the default that the suite names; null for itself and where none is named."
            ),
        ]
        | None
    )
    x: Annotated[float, Meta(description="Value on the first axis")]


class SweepRow(Struct):
    """
    A sweep as a list shows it; `values` counts the numeric values of the axis.
    """

    axis: Annotated[str, Meta(description="Parameter that the sweep runs over")]
    benchmark: Annotated[str, Meta(description="Name of the benchmark")]
    benchmark_id: Annotated[int, Meta(description="Number of the benchmark")]
    latest_run_at: (
        Annotated[str, Meta(description="When its newest run started")] | None
    )
    metrics: Annotated[list[str], Meta(description="Names of the metrics")]
    suite: Annotated[str, Meta(description="Name of the suite")]
    testbeds: Annotated[list[str], Meta(description="Names of the testbeds")]
    values: Annotated[int, Meta(description="Values in order")]


class TableColumn(Struct):
    head: Annotated[str, Meta(description="Text above the column")]
    name: Annotated[str, Meta(description="Name")]
    role: Annotated[
        Literal["setting", "higher", "lower", "cost higher", "cost lower", "ignore"],
        Meta(description="What it seems to be; a cost is shown and not weighed."),
    ]
    unit: Annotated[str, Meta(description="Unit of the values")]


class TailPoint(Struct):
    """
    A percentile with its 95 % interval; None: too few recordings for a bound.
    """

    high: (
        Annotated[
            float,
            Meta(
                description="Of the 95 % interval; null where too few recordings lie beyond."
            ),
        ]
        | None
    )
    low: Annotated[float, Meta(description="Lower end of the 95 % interval")] | None
    percentile: Annotated[float, Meta(description="The percentile, 0 to 100")]
    value: Annotated[float, Meta(description="The value in its unit")]


class Threshold(Struct):
    """
    How a series is judged.
    """

    is_gate: Annotated[
        bool, Meta(description="Whether a regression fails the pull request")
    ]
    minimum_effect: (
        Annotated[
            float,
            Meta(
                description="A share: 0.05 for 5 %. None: 1 %, and of exact metrics any change in a history."
            ),
        ]
        | None
    )
    sensitivity: Annotated[
        Literal["sensitive", "balanced", "strict"],
        Meta(description="How small an effect is reported"),
    ]


class ThresholdRule(Struct):
    """
    One rule, filled up by the standard, and what it selects.
    """

    filters: Annotated[SelectedSeries, Meta(description="Which series are meant")]
    is_gate: Annotated[
        bool, Meta(description="Whether a regression fails the pull request")
    ]
    matched: Annotated[
        int,
        Meta(description="How many it matches; a later rule may judge some of them."),
    ]
    minimum_effect: (
        Annotated[
            float,
            Meta(
                description="A share: 0.05 for 5 %. None: 1 %, and of exact metrics any change in a history."
            ),
        ]
        | None
    )
    name: Annotated[str, Meta(description="Name")]
    number: Annotated[int, Meta(description="Number within the project")]
    sensitivity: Annotated[
        Literal["sensitive", "balanced", "strict"],
        Meta(description="How small an effect is reported"),
    ]
    series: Annotated[int, Meta(description="How many series it judges.")]
    words: Annotated[str, Meta(description="What it selects, in words.")]


class ThresholdTally(Struct):
    """
    What one rule would do; the standard has the number 0.
    """

    added: Annotated[
        int, Meta(description="Changes that the tried thresholds would add")
    ]
    gone: Annotated[
        int,
        Meta(description="Changes that the tried thresholds would not report any more"),
    ]
    name: Annotated[str, Meta(description="Name")]
    number: Annotated[int, Meta(description="0: the standard.")]
    series: Annotated[int, Meta(description="The series, or how many there are")]


class ThresholdText(Struct):
    author: Annotated[str, Meta(description="Who wrote it")]
    is_none: Annotated[
        bool, Meta(description="It took the thresholds away: the defaults apply.")
    ]
    number: Annotated[int, Meta(description="Number within the project")]
    saved_at: Annotated[str, Meta(description="When it was saved")]
    source: Annotated[str, Meta(description="Where it comes from")]
    text: Annotated[str, Meta(description="The text")]


class ThresholdVersion(Struct):
    author: Annotated[str, Meta(description="Who wrote it")]
    is_none: Annotated[
        bool, Meta(description="It took the thresholds away: the defaults apply.")
    ]
    number: Annotated[int, Meta(description="Number within the project")]
    saved_at: Annotated[str, Meta(description="When it was saved")]
    source: Annotated[str, Meta(description="Where it comes from")]


class Thresholds(Struct):
    """
    What holds now.
    """

    rules: Annotated[
        list[ThresholdRule],
        Meta(description="Rules in order; a later one overrules an earlier one"),
    ]
    series: Annotated[int, Meta(description="The series, or how many there are")]
    standard: Annotated[
        Threshold, Meta(description="The threshold where no rule applies")
    ]
    standard_series: Annotated[int, Meta(description="Series that no rule matches.")]
    version: Annotated[ThresholdText, Meta(description="Version")] | None
    versions: Annotated[list[ThresholdVersion], Meta(description="The newest first.")]
    waiting: Annotated[
        int,
        Meta(description="Series that are still to be judged by what was saved last."),
    ]


class TimeCourseList(Struct):
    rows: Annotated[
        list[DrawnTimeCourse], Meta(description="Rows of this page, in order")
    ]


class Timetable(Struct):
    cadence: (
        Annotated[
            Literal["at_once", "hourly", "daily"],
            Meta(description="How often messages are sent"),
        ]
        | UnsetType
    ) = UNSET
    daily_at: (
        Annotated[
            int,
            Meta(description="Minute of the day at which digests of a day are sent."),
        ]
        | UnsetType
    ) = UNSET
    quiet: (
        Annotated[QuietHours, Meta(description="Hours without messages")]
        | None
        | UnsetType
    ) = UNSET
    time_zone: (
        Annotated[str, Meta(description="IANA name of the time zone")] | UnsetType
    ) = UNSET


class ToolOutcome(Struct):
    """
    What became of files that benchmark tools wrote.
    """

    duplicates: Annotated[int, Meta(description="Reports that the server had before.")]
    files: Annotated[
        list[ReadFile], Meta(description="Each file, and what it was recognised as.")
    ]
    notes: Annotated[
        list[str], Meta(description="What a reader of the results should know.")
    ]
    questions: Annotated[
        list[DirectionQuestion],
        Meta(
            description="Metrics whose better direction nothing says; they are stored with an unknown direction."
        ),
    ]
    rejected: Annotated[
        list[ProblemFault],
        Meta(
            description="Rows that could not be read, with their place in the file; the rest was taken."
        ),
    ]
    reports: Annotated[
        list[AcceptedReport], Meta(description="One for each suite; none of a dry run.")
    ]
    results: Annotated[list[ReadResult], Meta(description="The first 200 results.")]
    total: Annotated[int, Meta(description="Results of all reports.")]


class Totals(Struct):
    commits: Annotated[int, Meta(description="Commits in the order of the branch")]
    machines: Annotated[int, Meta(description="Machines")]
    results: Annotated[int, Meta(description="How many results it has")]
    runs: Annotated[int, Meta(description="Runs")]
    series: Annotated[int, Meta(description="The series, or how many there are")]


class Trial(Struct):
    """
    A rule, and what does not fit it; nothing: such a token may upload.
    """

    misfits: Annotated[
        list[Misfit], Meta(description="Claims that do not match the rule")
    ]
    rule: Annotated[CiRule, Meta(description="The rule that applies")]


class TriedChange(Struct):
    """
    A change that only one of the two finds.
    """

    change_id: (
        Annotated[
            int,
            Meta(description="Of the change point that is stored, where there is one."),
        ]
        | None
    )
    commit: Annotated[CommitRef, Meta(description="The commit")] | None
    high: Annotated[float, Meta(description="Upper end of the 95 % interval")] | None
    is_gate: Annotated[
        bool, Meta(description="Whether a regression fails the pull request")
    ]
    low: Annotated[float, Meta(description="Lower end of the 95 % interval")] | None
    position: Annotated[int, Meta(description="Position in the order of the branch")]
    ratio: (
        Annotated[
            float, Meta(description="Contender over baseline, or after over before")
        ]
        | None
    )
    rule: Annotated[int, Meta(description="The rule that applies")]
    series: Annotated[
        SeriesLabel, Meta(description="The series, or how many there are")
    ]
    verdict: Annotated[
        Literal["regression", "improvement", "change"],
        Meta(description="What the comparison or the check found"),
    ]
    what: Annotated[Literal["added", "gone"], Meta(description="What was tried")]
    why: Annotated[
        Literal["size", "evidence"],
        Meta(description="What decides: the minimum effect, or the sensitivity."),
    ]


class TriedThresholds(Struct):
    text: Annotated[str, Meta(description="The text")]


class Tuning(Struct):
    refused: Annotated[
        list[RefusedSetting], Meta(description="What was refused, and why")
    ]
    settings: Annotated[
        list[MachineSetting],
        Meta(description="Settings of the machine that were changed for the run"),
    ]
    state: Annotated[
        Literal["tuned", "held", "off"], Meta(description="State that it is in")
    ]


class UnreadRun(Struct):
    """
    A run that stays as it is, and why.
    """

    reason: Annotated[str, Meta(description="Why its files were not read again.")]
    run: Annotated[int, Meta(description="The run")]


class User(Struct):
    email: Annotated[str, Meta(description="E-mail address")]
    id: Annotated[int, Meta(description="Number of it, which does not change")]
    is_admin: Annotated[
        bool, Meta(description="Whether the person administers the installation")
    ]
    name: Annotated[str, Meta(description="Name")]


class ValidationError(Struct):
    loc: Annotated[list[str | int], Meta(description="Place in what was sent")]
    msg: Annotated[str, Meta(description="What is wrong")]
    type: Annotated[str, Meta(description="Kind of the fault")]
    ctx: (
        Annotated[dict[str, Any], Meta(description="More facts about the fault")]
        | UnsetType
    ) = UNSET
    input: Annotated[Any, Meta(description="What was sent")] | UnsetType = UNSET


class VariantPair(Struct):
    """
    A contender against its baseline within one run; `basis` says by what they were judged.
    """

    baseline: Annotated[int, Meta(description="The side that is compared with")]
    basis: Annotated[
        Literal["rounds", "samples", "histogram", "exact", "none"],
        Meta(description="What the judgement rests on"),
    ]
    contender: Annotated[int, Meta(description="The side that is judged")]
    high: Annotated[float, Meta(description="Upper end of the 95 % interval")] | None
    low: Annotated[float, Meta(description="Lower end of the 95 % interval")] | None
    n: Annotated[int, Meta(description="How many samples, pairs or points it rests on")]
    ratio: (
        Annotated[
            float, Meta(description="Contender over baseline, or after over before")
        ]
        | None
    )
    sentence: Annotated[str, Meta(description="What it means, in one sentence")]
    verdict: Annotated[
        Literal["regression", "improvement", "change", "same", "unknown"],
        Meta(description="What the comparison or the check found"),
    ]


class VariantPairs(Struct):
    rows: Annotated[list[VariantPair], Meta(description="Rows of this page, in order")]


class VerdictCounts(Struct):
    change: Annotated[int, Meta(description="Changes of metrics without a direction")]
    improvement: Annotated[int, Meta(description="How many are improvements")]
    regression: Annotated[int, Meta(description="How many are regressions")]
    same: Annotated[int, Meta(description="How many are within the noise")]
    same_binary: Annotated[
        int,
        Meta(
            description="Differences between equal binaries, which are in none of the others."
        ),
    ]
    unknown: Annotated[int, Meta(description="Rows that could not be judged")]


class VerdictTally(Struct):
    """
    What jobs that measured suspicions again found on one testbed.
    """

    refuted: Annotated[
        int,
        Meta(
            description="Changes of which less than half was seen in turns, or nothing."
        ),
    ]
    testbed: Annotated[str, Meta(description="Name of the testbed")]
    unclear: Annotated[int, Meta(description="Undecided when the budget was spent.")]
    unsteady: Annotated[
        int,
        Meta(
            description="The last good commit differed from itself: the machine told nothing."
        ),
    ]
    upheld: Annotated[
        int,
        Meta(description="Changes that both commits, measured in turns, showed again."),
    ]


class ViewChange(Struct):
    """
    What to change; what is left out stays.
    """

    is_pinned: (
        Annotated[bool, Meta(description="Whether it is shown first")]
        | None
        | UnsetType
    ) = UNSET
    is_removed: (
        Annotated[
            bool,
            Meta(
                description="False brings back a view that was removed less than a day ago."
            ),
        ]
        | None
        | UnsetType
    ) = UNSET
    name: Annotated[str, Meta(description="Name")] | None | UnsetType = UNSET
    note: Annotated[str, Meta(description="Free text")] | None | UnsetType = UNSET


class WebhookReceipt(Struct):
    outcome: Annotated[str, Meta(description="What came of it")]


class WebhookSecret(Struct):
    secret: Annotated[str, Meta(description="Signs messages; shown once")]


Who: TypeAlias = Annotated[
    Literal["person", "key", "agent", "ci", "forge", "shell", "server", "nobody"],
    Meta(description="What kind of somebody did it."),
]


class WorkNoise(Struct):
    """
    Fixed work of one kind: its spread and tail on this machine.
    """

    cpu_spread: (
        Annotated[float, Meta(description="Relative spread of the processor time")]
        | None
    )
    kind: Annotated[str, Meta(description="What kind it is")]
    median_s: Annotated[float, Meta(description="Median in seconds")] | None
    resolvable: (
        Annotated[Resolvable, Meta(description="Smallest difference that shows")] | None
    )
    samples: Annotated[int, Meta(description="Samples")]
    score: (
        Annotated[float, Meta(description="Noise score, 0 to 100; higher is quieter")]
        | None
    )
    spread: Annotated[float, Meta(description="Relative spread")] | None
    tail: (
        Annotated[
            float,
            Meta(description="Relative distance of the 99th percentile to the median"),
        ]
        | None
    )


class WorkRequest(Struct):
    """
    An agent that asks for work.
    """

    agent: Annotated[str, Meta(description="The name under which it is registered.")]
    labels: (
        Annotated[list[str], Meta(description="Labels that an agent must have, or has")]
        | UnsetType
    ) = UNSET
    wait_seconds: (
        Annotated[
            int, Meta(description="So long the answer may wait for work to come.")
        ]
        | UnsetType
    ) = UNSET


class Agent(Struct):
    id: Annotated[int, Meta(description="Number of it, which does not change")]
    is_silent: Annotated[bool, Meta(description="No beat for three beat intervals.")]
    last_beat_at: (
        Annotated[str, Meta(description="When the agent's heartbeat came last")] | None
    )
    machine_id: Annotated[int, Meta(description="Number of the machine")]
    message: Annotated[str, Meta(description="What it says")] | None
    name: Annotated[str, Meta(description="Name")]
    planned: Annotated[
        list[PlannedRun], Meta(description="By its own schedule, the next in front.")
    ]
    progress: (
        Annotated[Progress, Meta(description="How far the running measurement is")]
        | None
    )
    spooled: Annotated[int, Meta(description="Reports that wait on the agent's disk")]
    state: Annotated[
        Literal["idle", "building", "running", "uploading"],
        Meta(description="State that it is in"),
    ]
    suite: Annotated[str, Meta(description="Name of the suite")] | None
    version: Annotated[str, Meta(description="Version")]


class AgentRegistration(Struct):
    machine: Annotated[MachineIntroduction, Meta(description="Name of the machine")]
    name: Annotated[str, Meta(description="Name")]
    testbed: Annotated[str, Meta(description="Name of the testbed")]
    version: Annotated[str, Meta(description="Version")]


class AlarmRate(Struct):
    """
    How often a testbed raised alarm between two runs of the same code.

    `low` to `high` holds the true rate at all looks together (95 %). A comparison is a whole suite;
    `results` and `alarmed_results` count inside. `unjudged` had no series with known noise.
    """

    alarmed_results: Annotated[
        int,
        Meta(
            description="Results with an alarm, although both runs measured one binary"
        ),
    ]
    alarms: Annotated[
        int,
        Meta(
            description="False alarms: comparisons of one binary with itself that found a change"
        ),
    ]
    claimed: Annotated[
        float,
        Meta(description="Whether the data support the statement with 95 % confidence"),
    ]
    comparisons: Annotated[int, Meta(description="Comparisons that were made")]
    high: Annotated[
        float,
        Meta(
            description="With `low`: holds the true rate at all looks together, 95 %."
        ),
    ]
    low: Annotated[float, Meta(description="Lower end of the 95 % interval")]
    newest_alarms: Annotated[
        list[SelfComparison], Meta(description="The newest false alarms")
    ]
    newest_at: Annotated[str, Meta(description="When the newest was measured")] | None
    rate: (
        Annotated[
            float,
            Meta(
                description="Share of comparisons with a false alarm; null: none was made"
            ),
        ]
        | None
    )
    results: Annotated[
        int, Meta(description="Results compared within all comparisons.")
    ]
    sentence: Annotated[str, Meta(description="What it means, in one sentence")]
    too_many: Annotated[
        bool, Meta(description="The whole interval lies above the claimed rate.")
    ]
    unjudged: Annotated[
        int,
        Meta(
            description="Comparisons of which no series had known noise yet; they are not counted."
        ),
    ]


class Alternative(Struct):
    """
    One way to do the same, on the two objectives chosen; `resolution` is over all members.
    """

    beaten_by: Annotated[
        str, Meta(description="Alternatives that are better in both objectives")
    ]
    is_balanced: Annotated[
        bool,
        Meta(description="Whether it is a balanced choice between both objectives"),
    ]
    is_claimed: Annotated[
        bool,
        Meta(
            description="Its place on or off the front is shown, not only as observed."
        ),
    ]
    is_on_front: Annotated[
        bool, Meta(description="Whether no alternative is better in both objectives")
    ]
    name: Annotated[str, Meta(description="Name")]
    resolution: Annotated[
        str,
        Meta(
            description='`resolves`, `does not resolve`, `unknown`, with "as observed" where nothing is claimed;\nempty for the sides themselves and where there is no split to resolve.'
        ),
    ]
    role: Annotated[
        Literal["baseline", "contender", "alternative"], Meta(description="Role")
    ]
    run: Annotated[int, Meta(description="The run")] | None
    title: Annotated[
        str,
        Meta(
            description="First line of the message of an older commit; empty where it is none or not known."
        ),
    ]
    x: Annotated[AlternativeResult, Meta(description="Value on the first axis")]
    y: Annotated[AlternativeResult, Meta(description="Value on the second axis")]


class Alternatives(Struct):
    kind: Annotated[
        Literal["values", "commits", "published"], Meta(description="What kind it is")
    ]
    objectives: Annotated[
        list[ObjectiveName], Meta(description="The two metrics that are traded")
    ]
    rows: Annotated[list[Alternative], Meta(description="Rows of this page, in order")]
    sentences: Annotated[list[str], Meta(description="What it means, a sentence each")]
    x: Annotated[str, Meta(description="Value on the first axis")]
    y: Annotated[str, Meta(description="Value on the second axis")]


class ApiKey(Struct):
    """
    An API key as lists show it; the secret is not known to anybody.
    """

    created_at: Annotated[str, Meta(description="When it was made")]
    expires_at: Annotated[str, Meta(description="When it expires")] | None
    id: Annotated[int, Meta(description="Number of it, which does not change")]
    last_used_at: Annotated[str, Meta(description="When it was used last")] | None
    name: Annotated[str, Meta(description="Name")]
    prefix: Annotated[
        str, Meta(description="The first characters, enough to recognise the key.")
    ]
    revoked_at: (
        Annotated[str, Meta(description="When it was revoked; null: it is valid")]
        | None
    )
    scopes: Annotated[list[Scope], Meta(description="What the key may do")]
    testbed: Annotated[str, Meta(description="Name of the testbed")] | None


class AuditEvent(Struct):
    """
    One row of the trail, as it is read.
    """

    address: Annotated[
        str,
        Meta(description="Where the request came from; empty for the server itself."),
    ]
    after: Annotated[
        dict[str, str | int | float | bool | None], Meta(description="What was written")
    ]
    at: Annotated[str, Meta(description="When")]
    before: Annotated[
        dict[str, str | int | float | bool | None],
        Meta(description="What changed, as it was."),
    ]
    id: Annotated[int, Meta(description="Number of it, which does not change")]
    name: Annotated[str, Meta(description="Name")]
    noun: Annotated[str, Meta(description="What it was done to")]
    thing: Annotated[
        str, Meta(description="Id of what it was done to; empty where it has none.")
    ]
    verb: Annotated[str, Meta(description="What was done")]
    who: Annotated[Who, Meta(description="What kind of actor did it")]
    who_name: Annotated[str, Meta(description="As they were called then.")]


class AuditPage(Struct):
    """
    Events, newest first, and what they can be filtered by.
    """

    kept_days: Annotated[int, Meta(description="0: for ever.")]
    next: (
        Annotated[
            str, Meta(description="Cursor of the next page; null: this is the last one")
        ]
        | None
    )
    nouns: Annotated[
        list[str],
        Meta(description="Of everything that is in the trail, whatever is asked for."),
    ]
    rows: Annotated[list[AuditEvent], Meta(description="Rows of this page, in order")]
    total: Annotated[int, Meta(description="How many there are in all")]


class Beat(Struct):
    state: Annotated[
        Literal["idle", "building", "running", "uploading"],
        Meta(description="State that it is in"),
    ]
    message: Annotated[str, Meta(description="What it says")] | None | UnsetType = UNSET
    planned: (
        Annotated[list[BeatPlan], Meta(description="Runs that the schedule holds")]
        | UnsetType
    ) = UNSET
    progress: (
        Annotated[BeatProgress, Meta(description="How far the running measurement is")]
        | None
        | UnsetType
    ) = UNSET
    spooled: (
        Annotated[int, Meta(description="Reports that wait on the agent's disk")]
        | UnsetType
    ) = UNSET
    suite: Annotated[str, Meta(description="Name of the suite")] | None | UnsetType = (
        UNSET
    )


class BenchmarkFailure(Struct):
    """
    A variant that gave no number in some run.
    """

    commit: Annotated[CommitRef, Meta(description="The commit")] | None
    kind: Annotated[str, Meta(description="What kind it is")]
    message: Annotated[str, Meta(description="What it says")]
    metric: Annotated[str, Meta(description="Name of the metric")] | None
    parameters: Annotated[
        dict[str, str | int | float | bool],
        Meta(description="Parameter values by name"),
    ]
    run: Annotated[int, Meta(description="Number of the run")]


class BenchmarkSeries(Struct):
    """
    A series of a benchmark: its newest point, its newest values, what it would show.
    """

    latest: Annotated[LatestPoint, Meta(description="The newest result")] | None
    open_changes: Annotated[int, Meta(description="How many changes are open")]
    points: Annotated[int, Meta(description="Points")]
    series: Annotated[
        SeriesLabel, Meta(description="The series, or how many there are")
    ]
    smallest_change: (
        Annotated[
            float,
            Meta(
                description="Shows within five runs; None where its noise is not known."
            ),
        ]
        | None
    )
    sparkline: Annotated[
        list[float], Meta(description="Newest values in the order of the branch")
    ]


class ChangePoint(Struct):
    """
    The first commit of a new level in a series; levels are in the unit of the series.
    """

    acknowledged_at: (
        Annotated[str, Meta(description="Since when somebody takes care of it.")] | None
    )
    acknowledged_by: (
        Annotated[
            str, Meta(description="Since when somebody takes care of it, and who.")
        ]
        | None
    )
    after: Annotated[
        float, Meta(description="The two levels, in the unit of the series.")
    ]
    after_n: Annotated[int, Meta(description="Points behind each level.")]
    before: Annotated[float, Meta(description="The value on the earlier side")]
    before_n: Annotated[int, Meta(description="Points at the level before the change")]
    cause: Annotated[
        Literal["detection", "reruns", "job", "person"],
        Meta(description="Who or what brought it into its state."),
    ]
    commit: Annotated[
        CommitRef, Meta(description="First commit measured at the new level.")
    ]
    detected_at: Annotated[str, Meta(description="When it was detected")]
    detector: Annotated[
        str, Meta(description="Name and version of the detector that said so.")
    ]
    differences: Annotated[
        list[AttributeChange],
        Meta(
            description="What differs in environment and fingerprint between the runs surely before and after."
        ),
    ]
    first_suspect: (
        Annotated[
            CommitRef,
            Meta(description="First commit of the range that holds the cause"),
        ]
        | None
    )
    high: (
        Annotated[
            float,
            Meta(
                description="95 % interval of the ratio; null for an environment event, which judges nothing."
            ),
        ]
        | None
    )
    id: Annotated[int, Meta(description="Number of it, which does not change")]
    kind: Annotated[
        Literal["step", "drift", "environment"], Meta(description="What kind it is")
    ]
    last_suspect: (
        Annotated[
            CommitRef,
            Meta(description="Ends of the commit range that holds the cause (95 %)."),
        ]
        | None
    )
    low: Annotated[float, Meta(description="Lower end of the 95 % interval")] | None
    offsets: Annotated[
        list[float],
        Meta(
            description="Where machines take turns: each other one over the newest, taken out before detection."
        ),
    ]
    previous_commit: (
        Annotated[CommitRef, Meta(description="Last commit measured at the old level.")]
        | None
    )
    ratio: (
        Annotated[
            float,
            Meta(description="Level after over level before, with its 95 % interval."),
        ]
        | None
    )
    run_id: Annotated[int, Meta(description="First run at the new level.")] | None
    same_code: Annotated[
        bool,
        Meta(
            description="Every run around the boundary measured one binary or one commit: it is not the code."
        ),
    ]
    series: Annotated[
        SeriesLabel, Meta(description="The series, or how many there are")
    ]
    smallest_detectable: (
        Annotated[
            float,
            Meta(
                description="Smallest relative change this series would show within five runs."
            ),
        ]
        | None
    )
    state: Annotated[
        Literal["suspected", "confirmed", "refuted", "cleared", "fixed", "withdrawn"],
        Meta(description="State that it is in"),
    ]
    suspects: Annotated[
        int, Meta(description="Commits in that range, including those never measured.")
    ]
    verdict: Annotated[
        Literal["regression", "improvement", "change"],
        Meta(description="`change` where the direction of the metric is unknown."),
    ]
    z: Annotated[float, Meta(description="Standard score of the change")]


class ChangePointPage(Struct):
    """
    Rows in order, how many there are in all, and the cursor of the next ones.
    """

    next: (
        Annotated[
            str, Meta(description="Cursor of the next page; null: this is the last one")
        ]
        | None
    )
    rows: Annotated[list[ChangePoint], Meta(description="Rows of this page, in order")]
    total: Annotated[int, Meta(description="How many there are in all")]


class ChangeSurroundings(Struct):
    """
    What else may have changed, the code first.
    """

    after: Annotated[ChangeSide, Meta(description="The value on the later side")]
    attributes: Annotated[list[AttributeChange], Meta(description="Facts by name")]
    before: Annotated[ChangeSide, Meta(description="The value on the earlier side")]
    binary: Annotated[Sameness, Meta(description="Whether both sides ran one binary")]
    neighbours: Annotated[
        Neighbours,
        Meta(
            description="Next to the change; the runs surely before and after it may lie further apart."
        ),
    ]
    workload: Annotated[
        Sameness,
        Meta(
            description="The definition of the benchmark: where it differs, other work was measured."
        ),
    ]


class Channel(Struct):
    created_at: Annotated[str, Meta(description="When it was made")]
    created_by: Annotated[str, Meta(description="Who made it")]
    hint: Annotated[
        str,
        Meta(
            description="What may be shown of the address; the rest is kept encrypted and never shown."
        ),
    ]
    id: Annotated[int, Meta(description="Number of it, which does not change")]
    kind: Annotated[ChannelKind, Meta(description="What kind it is")]
    name: Annotated[str, Meta(description="Name")]
    paused_at: (
        Annotated[
            str,
            Meta(description="Since when messages are held back; null: they are sent"),
        ]
        | None
    )
    paused_by: Annotated[str, Meta(description="Who paused it")] | None
    timetable: Annotated[Timetable, Meta(description="When messages are sent")]


class ChannelEdit(Struct):
    address: (
        Annotated[
            str,
            Meta(
                description="The query part of a page's address, or the target of a channel"
            ),
        ]
        | None
        | UnsetType
    ) = UNSET
    name: Annotated[str, Meta(description="Name")] | None | UnsetType = UNSET
    timetable: (
        Annotated[Timetable, Meta(description="When messages are sent")]
        | None
        | UnsetType
    ) = UNSET


class ClaimCounter(Struct):
    """
    A further metric of the variants of a statement, from the same run.
    """

    direction: Annotated[
        Literal["lower", "higher", "unknown"],
        Meta(description="Which values are better: lower or higher"),
    ]
    metric: Annotated[str, Meta(description="Name of the metric")]
    unit: Annotated[str, Meta(description="Unit of the values")]
    values: Annotated[list[CounterValue], Meta(description="Values in order")]


class ClaimMechanism(Struct):
    """
    What may explain the statement that decides: counters, curves and profiles of its run.
    """

    counters: Annotated[
        list[ClaimCounter],
        Meta(description="Further metrics of its variants, from the same run."),
    ]
    curves: Annotated[list[ClaimCurve], Meta(description="Lines of the chart")]
    pages: Annotated[
        list[ClaimLink],
        Meta(description="Sweeps, splits and ladders of its suites on this testbed."),
    ]
    profiles: Annotated[list[ListedProfile], Meta(description="Profiles")]
    run_id: Annotated[int, Meta(description="Number of the run")]
    statement: Annotated[int, Meta(description="Place of the statement that decides.")]
    testbed: Annotated[str, Meta(description="Name of the testbed")]


class ClaimOnMachine(Struct):
    """
    A claim on one testbed: the verdict of its first statement that could be judged.
    """

    counts: Annotated[StatementCounts, Meta(description="Counts by kind")]
    measured_at: Annotated[str, Meta(description="When it was measured")]
    run_id: Annotated[int, Meta(description="Number of the run")]
    sentence: Annotated[str, Meta(description="What it means, in one sentence")]
    standing: Annotated[
        ClaimStanding,
        Meta(
            description="Since when the deciding statement holds there, or does not hold any more."
        ),
    ]
    statement: Annotated[
        int, Meta(description="Place of the statement whose verdict it is.")
    ]
    testbed: Annotated[str, Meta(description="Name of the testbed")]
    verdict: Annotated[
        Literal["confirmed", "refuted", "other size", "undecided", "not measurable"],
        Meta(description="What the comparison or the check found"),
    ]


class CommitList(Struct):
    rows: Annotated[list[KnownCommit], Meta(description="Rows of this page, in order")]


class ComparedRow(Struct):
    """
    The contender against the baseline: one variant and metric.
    """

    adjusted_p: (
        Annotated[
            float,
            Meta(
                description="Over all comparisons together (Benjamini and Hochberg); null where no claim is possible."
            ),
        ]
        | None
    )
    baseline: Annotated[
        ComparedCentre, Meta(description="The side that is compared with")
    ]
    baseline_series: Annotated[
        int,
        Meta(
            description="Series of the baseline; another one where branches, testbeds or variants are compared."
        ),
    ]
    basis: Annotated[
        Literal["pairs", "samples", "runs", "summary only", "histogram", "exact"],
        Meta(description="What the judgement rests on"),
    ]
    contender: Annotated[ComparedCentre, Meta(description="The side that is judged")]
    coverage: (
        Annotated[
            float, Meta(description="Confidence level of the interval; 0.95 for 95 %")
        ]
        | None
    )
    difference: (
        Annotated[
            float,
            Meta(
                description="What the ratio makes of the baseline, in the unit of the series."
            ),
        ]
        | None
    )
    estimator: Annotated[
        Literal["shift of pairs", "shift of samples", "mean of runs", "values"],
        Meta(
            description='What `ratio`, `difference` and their interval are. The values of both sides are medians\n(of runs, where there are several), whose ratio may be another; a warning says so where it\nmatters. "shift of samples" is the Hodges-Lehmann estimate, "mean of runs" that of the\nlogarithms of the runs\' medians, "values" takes the results as they are.'
        ),
    ]
    high: (
        Annotated[
            float,
            Meta(
                description="Interval of the ratio (or difference) with `coverage`; null where there is none."
            ),
        ]
        | None
    )
    is_hopeless: Annotated[bool, Meta(description="More than 1,000 would be needed.")]
    is_ratio: Annotated[
        bool,
        Meta(
            description="False: there are results at or below zero, so low and high are those of the difference."
        ),
    ]
    low: Annotated[float, Meta(description="Lower end of the 95 % interval")] | None
    n: Annotated[
        int, Meta(description="Pairs, samples or runs of the smaller side, by basis.")
    ]
    p: Annotated[float, Meta(description="p-value; null: no test was possible")] | None
    pairs_needed: (
        Annotated[
            float,
            Meta(
                description="Further pairs (samples, runs) that would tell; null where unknown or hopeless."
            ),
        ]
        | None
    )
    ratio: (
        Annotated[
            float, Meta(description="Contender over baseline, or after over before")
        ]
        | None
    )
    sentence: Annotated[str, Meta(description="What it means, in one sentence")]
    series: Annotated[
        SeriesLabel,
        Meta(
            description="Series of the contender; the unit is that of all numbers that are no ratios."
        ),
    ]
    verdict: Annotated[
        Literal["regression", "improvement", "change", "same", "unknown"],
        Meta(description="What the comparison or the check found"),
    ]
    warnings: Annotated[
        list[str], Meta(description="What limits the statement, one sentence each")
    ]


class ComparedSide(Struct):
    """
    A side as asked for, and the runs that it turned out to be, the newest first.
    """

    asked: Annotated[
        str, Meta(description="As in the address: `run:…`, `commit:…`, `branch:…`, …")
    ]
    run_count: Annotated[int, Meta(description="How many runs")]
    runs: Annotated[
        list[ListedRun],
        Meta(
            description="The runs that are compared, the newest first, at most 20 of them."
        ),
    ]


class Control(Struct):
    reason: Annotated[str, Meta(description="Why")]
    verdict: Annotated[
        Literal["steady", "moved", "veto"],
        Meta(description="What the comparison or the check found"),
    ]
    works: Annotated[list[ControlWork], Meta(description="Kinds of fixed work")]


class CreatedApiKey(Struct):
    created_at: Annotated[str, Meta(description="When it was made")]
    expires_at: Annotated[str, Meta(description="When it expires")] | None
    id: Annotated[int, Meta(description="Number of it, which does not change")]
    last_used_at: Annotated[str, Meta(description="When it was used last")] | None
    name: Annotated[str, Meta(description="Name")]
    prefix: Annotated[
        str, Meta(description="The first characters, enough to recognise the key.")
    ]
    revoked_at: (
        Annotated[str, Meta(description="When it was revoked; null: it is valid")]
        | None
    )
    scopes: Annotated[list[Scope], Meta(description="What the key may do")]
    secret: Annotated[str, Meta(description="Shown once; only its hash is stored.")]
    testbed: Annotated[str, Meta(description="Name of the testbed")] | None


class CreatedChannel(Struct):
    created_at: Annotated[str, Meta(description="When it was made")]
    created_by: Annotated[str, Meta(description="Who made it")]
    hint: Annotated[
        str,
        Meta(
            description="What may be shown of the address; the rest is kept encrypted and never shown."
        ),
    ]
    id: Annotated[int, Meta(description="Number of it, which does not change")]
    kind: Annotated[ChannelKind, Meta(description="What kind it is")]
    name: Annotated[str, Meta(description="Name")]
    paused_at: (
        Annotated[
            str,
            Meta(description="Since when messages are held back; null: they are sent"),
        ]
        | None
    )
    paused_by: Annotated[str, Meta(description="Who paused it")] | None
    secret: (
        Annotated[
            str,
            Meta(description="Signs messages to a webhook of any kind; shown once."),
        ]
        | None
    )
    timetable: Annotated[Timetable, Meta(description="When messages are sent")]


class DryRun(Struct):
    """
    What thresholds would have found in the stored histories, beside those that hold.
    """

    added: Annotated[
        int, Meta(description="Changes that the tried thresholds would add")
    ]
    added_regressions: Annotated[
        int, Meta(description="Regressions among the changes that they would add")
    ]
    alerts_closed: Annotated[int, Meta(description="Alert groups that would close")]
    alerts_opened: Annotated[int, Meta(description="Alert groups that would open")]
    author: Annotated[str, Meta(description="Who wrote it")]
    base_version: Annotated[
        int, Meta(description="Version of the thresholds that it is compared with")
    ]
    changes: Annotated[
        list[TriedChange],
        Meta(description="The largest of each kind, regressions first."),
    ]
    created_at: Annotated[str, Meta(description="When it was made")]
    done: Annotated[
        int,
        Meta(
            description="Series looked at, of `total` that would be judged otherwise."
        ),
    ]
    finished_at: (
        Annotated[str, Meta(description="When it finished; null: it has not")] | None
    )
    gone: Annotated[
        int,
        Meta(description="Changes that the tried thresholds would not report any more"),
    ]
    gone_regressions: Annotated[int, Meta(description="Regressions among those")]
    id: Annotated[int, Meta(description="Number of it, which does not change")]
    rules: Annotated[
        list[ThresholdTally],
        Meta(description="Rules in order; a later one overrules an earlier one"),
    ]
    state: Annotated[
        Literal["waiting", "running", "done", "failed"],
        Meta(description="State that it is in"),
    ]
    text: Annotated[str, Meta(description="The file that is tried.")]
    to_gate: Annotated[
        int, Meta(description="Changes that would fail pull requests from now on")
    ]
    to_inform: Annotated[
        int, Meta(description="Open regressions that would no longer fail a check.")
    ]
    total: Annotated[int, Meta(description="How many there are in all")]
    unchanged: Annotated[
        int, Meta(description="Changes that are reported before and after")
    ]


class ExcludedPoint(Struct):
    """
    A result that counts nowhere, in the place where it was measured.
    """

    at: Annotated[
        int, Meta(description="Index of its commit among the commit columns.")
    ]
    exclusion: Annotated[
        Exclusion, Meta(description="Why it counts nowhere, who said so, and when")
    ]
    run: Annotated[int, Meta(description="The run")]
    value: Annotated[float, Meta(description="The value in its unit")]


class Explanation(Struct):
    """
    What the other metrics of the variant did: nothing here proves a cause.
    """

    moved: Annotated[list[MetricMove], Meta(description="What moved")]
    parts: Annotated[
        list[ChangePart], Meta(description="Parts of the change, largest first")
    ]
    sentence: Annotated[str, Meta(description="What it means, in one sentence")]
    still: Annotated[list[MetricMove], Meta(description="What did not move")]
    unknown: Annotated[list[MetricMove], Meta(description="What could not be judged")]


class Facet(Struct):
    """
    One dimension; parameters have names of the form `param.<name>`, tags `tag.<name>`.
    """

    choices: Annotated[
        list[FacetChoice], Meta(description="Values to choose from, with their counts")
    ]
    name: Annotated[str, Meta(description="Name")]
    total: Annotated[
        int,
        Meta(description="Values there are; more than choices where they were cut."),
    ]


class Facets(Struct):
    facets: Annotated[
        list[Facet],
        Meta(description="Names that series can be filtered by, with their values"),
    ]
    total: Annotated[int, Meta(description="How many there are in all")]


class FileOutline(Struct):
    """
    What a file without a known format holds, for a person who declares its mapping.
    """

    columns: Annotated[list[OutlineColumn], Meta(description="Columns in order")]
    count: Annotated[int, Meta(description="Number of rows.")]
    delimiter: Annotated[str, Meta(description="Of a table.")]
    kind: Annotated[str, Meta(description="`table` or `json`.")]
    rows: Annotated[str, Meta(description="JSONPath of the rows that were found.")]


class FilesRead(Struct):
    """
    What reading files again changes, or changed.
    """

    added: Annotated[int, Meta(description="Results that were not stored before.")]
    changed: Annotated[
        int, Meta(description="Results with another value, unit or failure.")
    ]
    deletion: (
        Annotated[
            int, Meta(description="By this id the runs become again what they were.")
        ]
        | None
    )
    differences: Annotated[
        list[ReadingDifference], Meta(description="The first of them.")
    ]
    gone: Annotated[
        int, Meta(description="Results that the files do not hold any more.")
    ]
    next_before: (
        Annotated[
            int,
            Meta(
                description="The `before` of the next call, where the suite has more runs; null: these are all."
            ),
        ]
        | None
    )
    restorable_until: (
        Annotated[str, Meta(description="Until when deleted runs can be brought back")]
        | None
    )
    runs: Annotated[list[int], Meta(description="Runs that change, or changed.")]
    same: Annotated[int, Meta(description="Runs of which nothing changes.")]
    unread: Annotated[
        list[UnreadRun], Meta(description="Runs that stay as they are, and why.")
    ]


class ForgeSetup(Struct):
    """
    The connection of a project, and the newest webhooks.
    """

    check: Annotated[str, Meta(description="Name of the check, for rules of branches.")]
    connection: (
        Annotated[
            StoredConnection,
            Meta(description="The connection to the forge; null where there is none"),
        ]
        | None
    )
    webhooks: Annotated[
        list[ReceivedWebhook], Meta(description="Newest calls of the forge")
    ]


class GridDetail(Struct):
    axis: Annotated[str, Meta(description="Parameter that the sweep runs over")]
    benchmark: Annotated[str, Meta(description="Name of the benchmark")]
    branch: Annotated[str, Meta(description="Name of the branch")]
    direction: Annotated[
        Literal["lower", "higher", "unknown"],
        Meta(description="Which values are better: lower or higher"),
    ]
    grids: Annotated[list[SweepGrid], Meta(description="Grids over two parameters")]
    metric: Annotated[str, Meta(description="Name of the metric")]
    metrics: Annotated[list[str], Meta(description="Names of the metrics")]
    noisy_machines: Annotated[
        list[NoisyMachine],
        Meta(description="Machines that were too noisy, with the reason"),
    ]
    run: Annotated[ListedRun, Meta(description="The run")]
    runs: Annotated[list[ListedRun], Meta(description="Runs")]
    second: Annotated[str, Meta(description="Second parameter, or the second side")]
    seconds: Annotated[
        list[str], Meta(description="Parameters that can be the second axis")
    ]
    suite: Annotated[str, Meta(description="Name of the suite")]
    testbed: Annotated[str, Meta(description="Name of the testbed")]
    testbeds: Annotated[list[str], Meta(description="Names of the testbeds")]
    unit: Annotated[str, Meta(description="Unit of the values")]


class GroupBefore(Struct):
    """
    A group as it stood before something was done to it: what takes it back.
    """

    number: Annotated[int, Meta(description="Number within the project")]
    state: Annotated[GroupState, Meta(description="As it stood before.")]


class GroupJudgements(Struct):
    """
    What became of a judgement on several groups.
    """

    changed: Annotated[list[GroupBefore], Meta(description="What was changed")]
    refused: Annotated[
        list[RefusedGroup],
        Meta(description="Those it does not apply to; they are as they were."),
    ]


class GroupMember(Struct):
    """
    One change point of a group in short.
    """

    after: Annotated[float, Meta(description="The value on the later side")]
    after_n: Annotated[int, Meta(description="Points at the level after the change")]
    before: Annotated[float, Meta(description="The value on the earlier side")]
    before_n: Annotated[int, Meta(description="Points at the level before the change")]
    high: Annotated[float, Meta(description="Upper end of the 95 % interval")] | None
    id: Annotated[int, Meta(description="Number of it, which does not change")]
    is_acknowledged: Annotated[
        bool, Meta(description="Whether somebody has acknowledged it")
    ]
    kind: Annotated[
        Literal["step", "drift", "environment"], Meta(description="What kind it is")
    ]
    low: Annotated[float, Meta(description="Lower end of the 95 % interval")] | None
    ratio: (
        Annotated[
            float, Meta(description="Contender over baseline, or after over before")
        ]
        | None
    )
    same_code: Annotated[
        bool, Meta(description="Whether both sides measured the same code")
    ]
    series: Annotated[
        SeriesLabel, Meta(description="The series, or how many there are")
    ]
    state: Annotated[
        Literal["suspected", "confirmed", "refuted", "cleared", "fixed", "withdrawn"],
        Meta(description="State that it is in"),
    ]
    verdict: Annotated[
        Literal["regression", "improvement", "change"],
        Meta(description="What the comparison or the check found"),
    ]


class GroupNoise(Struct):
    metric: Annotated[str, Meta(description="Name of the metric")]
    scatter: Annotated[Scatter, Meta(description="Scatter between runs; a share")]
    suite: Annotated[str, Meta(description="Name of the suite")]


class GroupSplit(Struct):
    """
    A kept split in a line; one that was never judged has no headline but its change.
    """

    headline: Annotated[str, Meta(description="The verdict in one line")]
    id: Annotated[int, Meta(description="Number of it, which does not change")]
    net: Annotated[
        str,
        Meta(description="The net effect in words; empty where it was not judged yet."),
    ]
    state: Annotated[SplitState, Meta(description="State that it is in")]


class HTTPValidationError(Struct):
    detail: (
        Annotated[
            list[ValidationError], Meta(description="More about it, in one sentence")
        ]
        | UnsetType
    ) = UNSET


class ImportOutcome(Struct):
    """
    What an import took, knew already, and could not take.
    """

    accepted: Annotated[int, Meta(description="Reports that were accepted")]
    duplicates: Annotated[int, Meta(description="Reports that were here already")]
    format: Annotated[str, Meta(description="Format that was recognised")]
    ids: Annotated[
        list[str], Meta(description="Of the reports, to ask how far they are.")
    ]
    is_dry: Annotated[
        bool, Meta(description="The file was read, and nothing was stored.")
    ]
    notes: Annotated[
        list[str],
        Meta(description="What a reader of the charts should know of the file."),
    ]
    parts: Annotated[
        list[ImportPart], Meta(description="What stands in the file, at most 200 rows.")
    ]
    questions: Annotated[
        list[DirectionQuestion],
        Meta(
            description="Not empty: nothing was stored; answer them and send the file again."
        ),
    ]
    rejected: Annotated[
        list[ProblemFault], Meta(description="Reports that were rejected")
    ]
    rejected_rows: Annotated[int, Meta(description="Rows that were rejected")]
    reports: Annotated[int, Meta(description="Identifiers of the reports")]
    results: Annotated[int, Meta(description="How many results it has")]
    sign: Annotated[
        str,
        Meta(
            description="By what the file was recognised; empty where its sender named the format."
        ),
    ]
    suites: Annotated[list[str], Meta(description="Suites")]


class JobAsked(Struct):
    commits: Annotated[
        list[AskedCommit], Meta(description="Commits in the order of the branch")
    ]
    kind: Annotated[JobKind, Meta(description="What kind it is")]
    suite: Annotated[str, Meta(description="Name of the suite")]
    why: Annotated[str, Meta(description="Why")]
    budget_minutes: (
        Annotated[int, Meta(description="Minutes of a machine that it may take")]
        | UnsetType
    ) = UNSET
    labels: (
        Annotated[list[str], Meta(description="Labels that an agent must have, or has")]
        | UnsetType
    ) = UNSET
    mode: (
        Annotated[
            Literal["quick", "full"],
            Meta(description="How thoroughly it was measured: quick or full"),
        ]
        | UnsetType
    ) = UNSET
    only: (
        Annotated[
            list[str],
            Meta(
                description="Benchmarks, or `name=value` of variants; empty: all of the suite."
            ),
        ]
        | UnsetType
    ) = UNSET
    parent: (
        Annotated[int, Meta(description="Job that asked for this one")]
        | None
        | UnsetType
    ) = UNSET
    preferred: (
        Annotated[
            list[str],
            Meta(
                description="Labels of agents that it waits for no longer than for any"
            ),
        ]
        | UnsetType
    ) = UNSET
    rounds: (
        Annotated[int, Meta(description="Rounds that were measured")] | None | UnsetType
    ) = UNSET
    testbed: (
        Annotated[
            str,
            Meta(
                description="The only testbed that may measure it; nothing: any that has the labels."
            ),
        ]
        | None
        | UnsetType
    ) = UNSET


class JobEvent(Struct):
    """
    A step of a job.
    """

    at: Annotated[str, Meta(description="When")]
    lease: Annotated[int, Meta(description="Of which lease; 0: before the first.")]
    state: Annotated[JobState, Meta(description="State that it is in")]
    why: Annotated[str, Meta(description="Why")]


class JobVerdict(Struct):
    """
    What came of a job that held commits against each other.
    """

    finding: Annotated[
        Literal[
            "confirmed", "refuted", "unclear", "unsteady", "more pairs", "not measured"
        ],
        Meta(
            description='Whether the suspicion is upheld; "more pairs" while the job goes on to measure them.'
        ),
    ]
    high: Annotated[float, Meta(description="Upper end of the 95 % interval")] | None
    itself: (
        Annotated[
            float, Meta(description="Ratio of the baseline measured again to itself.")
        ]
        | None
    )
    looks: Annotated[
        list[PairsLook],
        Meta(description="The interval as it narrowed, from look to look."),
    ]
    low: Annotated[float, Meta(description="Lower end of the 95 % interval")] | None
    pairs: Annotated[int, Meta(description="Pairs of samples")]
    ratio: (
        Annotated[
            float, Meta(description="Contender over baseline, or after over before")
        ]
        | None
    )
    runs: Annotated[
        list[int],
        Meta(description="Ids of the runs that it rests on: baseline, contender."),
    ]
    sentence: Annotated[str, Meta(description="What it means, in one sentence")]


class JudgedSeries(Struct):
    """
    How one series is judged, and why.
    """

    name: Annotated[str, Meta(description="Name")]
    reason: Annotated[str, Meta(description="Why")]
    rule: Annotated[int, Meta(description="The rule that applies")] | None
    threshold: Annotated[Threshold, Meta(description="The threshold that applies")]
    version: Annotated[int, Meta(description="0: nothing was saved yet.")]


class Judgements(Struct):
    """
    What became of a judgement on several change points.
    """

    changed: Annotated[list[int], Meta(description="What was changed")]
    refused: Annotated[
        list[RefusedJudgement],
        Meta(description="Those it does not apply to; they are as they were."),
    ]


class LadderCandidate(Struct):
    """
    A result that could become a rung.
    """

    high: Annotated[float, Meta(description="Upper end of the 95 % interval")] | None
    low: Annotated[float, Meta(description="Lower end of the 95 % interval")] | None
    n: Annotated[int, Meta(description="How many samples, pairs or points it rests on")]
    run: Annotated[RungRun, Meta(description="The run")]
    series: Annotated[
        SeriesLabel, Meta(description="The series, or how many there are")
    ]
    value: Annotated[float, Meta(description="The value in its unit")]


class LadderListing(Struct):
    best: Annotated[str, Meta(description="The best value so far")]
    direction: Annotated[
        Literal["lower", "higher"],
        Meta(description="Which values are better: lower or higher"),
    ]
    headline: Annotated[str, Meta(description="The verdict in one line")]
    id: Annotated[int, Meta(description="Number of it, which does not change")]
    is_published: Annotated[
        bool, Meta(description="Whether the figures were published, not measured here")
    ]
    kept: Annotated[int, Meta(description="How many rungs were kept")]
    metric: Annotated[str, Meta(description="Name of the metric")]
    name: Annotated[str, Meta(description="Name")]
    rungs: Annotated[int, Meta(description="Steps of the ladder, in order")]
    stacked: (
        Annotated[RatioRange, Meta(description="Product of all steps that were kept")]
        | None
    )
    unit: Annotated[str, Meta(description="Unit of the values")]
    updated_at: Annotated[str, Meta(description="When it was changed last")]


class LadderSource(Struct):
    """
    A parameter whose values would make rungs; `others` are what else a variant has set.
    """

    benchmark: Annotated[str, Meta(description="Name of the benchmark")]
    benchmark_id: Annotated[int, Meta(description="Number of the benchmark")]
    metrics: Annotated[list[SourceMetric], Meta(description="Names of the metrics")]
    others: Annotated[
        list[dict[str, str | int | float | bool]],
        Meta(description="What else variants have set; one of them is held fixed."),
    ]
    parameter: Annotated[str, Meta(description="Name of the parameter")]
    run: Annotated[ListedRun, Meta(description="The run")]
    suite: Annotated[str, Meta(description="Name of the suite")]
    values: Annotated[
        list[str | int | float | bool], Meta(description="Values in order")
    ]


class ListedChannel(Struct):
    created_at: Annotated[str, Meta(description="When it was made")]
    created_by: Annotated[str, Meta(description="Who made it")]
    health: Annotated[ChannelHealth, Meta(description="Whether messages arrive")]
    hint: Annotated[
        str,
        Meta(
            description="What may be shown of the address; the rest is kept encrypted and never shown."
        ),
    ]
    id: Annotated[int, Meta(description="Number of it, which does not change")]
    kind: Annotated[ChannelKind, Meta(description="What kind it is")]
    name: Annotated[str, Meta(description="Name")]
    paused_at: (
        Annotated[
            str,
            Meta(description="Since when messages are held back; null: they are sent"),
        ]
        | None
    )
    paused_by: Annotated[str, Meta(description="Who paused it")] | None
    subscriptions: Annotated[list[Subscription], Meta(description="What is sent there")]
    timetable: Annotated[Timetable, Meta(description="When messages are sent")]


class MachineDetail(Struct):
    """
    A machine, whether it is fit to measure, and what that rests on.
    """

    agents: Annotated[list[Agent], Meta(description="Agents on the machine")]
    alarms: Annotated[AlarmRate, Meta(description="Of its testbed.")]
    fingerprint: (
        Annotated[
            FingerprintRevision,
            Meta(description="Hardware facts by name, or their newest revision"),
        ]
        | None
    )
    fitness: Annotated[
        Fitness, Meta(description="Whether the machine is fit to measure")
    ]
    full_name: Annotated[
        str, Meta(description="Tells it from every other machine of its project.")
    ]
    id: Annotated[int, Meta(description="Number of it, which does not change")]
    last_run_at: Annotated[str, Meta(description="When its newest run started")] | None
    name: Annotated[str, Meta(description="Name")]
    preflight: Annotated[
        list[PreflightCheck], Meta(description="Checks of the newest one.")
    ]
    readings: Annotated[
        list[MadeReading], Meta(description="Oldest first, at most 300.")
    ]
    recent_runs: Annotated[list[ListedRun], Meta(description="Newest runs")]
    repeatable: Annotated[RepeatableSuite, Meta(description="Of its testbed.")] | None
    revisions: Annotated[list[FingerprintRevision], Meta(description="Newest first.")]
    runs: Annotated[int, Meta(description="Runs")]
    suites: Annotated[list[MeasuredSuite], Meta(description="Suites")]
    testbed: Annotated[str, Meta(description="Name of the testbed")]


class MachineNoise(Struct):
    """
    A score from 0 to 100; higher is quieter.
    """

    high: Annotated[float, Meta(description="Upper end of the 95 % interval")] | None
    kinds: Annotated[list[WorkNoise], Meta(description="Noise by kind of work")]
    low: Annotated[float, Meta(description="Lower end of the 95 % interval")] | None
    score: Annotated[
        float, Meta(description="Noise score, 0 to 100; higher is quieter")
    ]
    seconds: (
        Annotated[float, Meta(description="Parameters that can be the second axis")]
        | None
    )
    sentence: Annotated[str, Meta(description="What it means, in one sentence")]


class MachineWithFitness(Struct):
    """
    A machine and whether it is fit to measure.
    """

    agents: Annotated[list[Agent], Meta(description="Agents on the machine")]
    fingerprint: (
        Annotated[
            FingerprintRevision,
            Meta(description="Hardware facts by name, or their newest revision"),
        ]
        | None
    )
    fitness: Annotated[
        Fitness, Meta(description="Whether the machine is fit to measure")
    ]
    full_name: Annotated[
        str, Meta(description="Tells it from every other machine of its project.")
    ]
    id: Annotated[int, Meta(description="Number of it, which does not change")]
    last_run_at: Annotated[str, Meta(description="When its newest run started")] | None
    name: Annotated[str, Meta(description="Name")]
    revisions: Annotated[list[FingerprintRevision], Meta(description="Newest first.")]
    runs: Annotated[int, Meta(description="Runs")]
    testbed: Annotated[str, Meta(description="Name of the testbed")]


class MappingFields(Struct):
    benchmark: (
        Annotated[list[str], Meta(description="Name of the benchmark")] | UnsetType
    ) = UNSET
    commit: Annotated[str, Meta(description="The commit")] | UnsetType = UNSET
    decimal: (
        Annotated[
            Literal[".", ","], Meta(description="The sign before decimals in a table")
        ]
        | UnsetType
    ) = UNSET
    delimiter: (
        Annotated[
            str,
            Meta(
                description="The sign between columns of a table; empty: found by itself"
            ),
        ]
        | UnsetType
    ) = UNSET
    kind: (
        Annotated[Literal["table", "json"], Meta(description="What kind it is")]
        | UnsetType
    ) = UNSET
    metrics: (
        Annotated[list[MetricSource], Meta(description="Names of the metrics")]
        | UnsetType
    ) = UNSET
    parameters: (
        Annotated[
            dict[str, str], Meta(description="Parameter values by name", max_length=100)
        ]
        | UnsetType
    ) = UNSET
    rows: (
        Annotated[str, Meta(description="Rows of this page, in order")] | UnsetType
    ) = UNSET
    time: Annotated[str, Meta(description="Time of the commit")] | UnsetType = UNSET


class Member(Struct):
    email: Annotated[str, Meta(description="E-mail address")]
    id: Annotated[int, Meta(description="Number of it, which does not change")]
    name: Annotated[str, Meta(description="Name")]
    role: Annotated[Role, Meta(description="Role")]
    since: Annotated[str, Meta(description="Since when")]


class MemberList(Struct):
    invitations: Annotated[
        list[Invitation],
        Meta(description="Those that can still be accepted, newest first."),
    ]
    members: Annotated[list[Member], Meta(description="Members")]


class MetricList(Struct):
    rows: Annotated[list[StoredMetric], Meta(description="Rows of this page, in order")]


class Moved(Struct):
    from_groups: Annotated[
        list[MovedFrom], Meta(description="Groups that they were taken from")
    ]
    to: Annotated[int, Meta(description="The number of the group that has them now.")]


class NamedList(Struct):
    rows: Annotated[list[NamedThing], Meta(description="Rows of this page, in order")]


class NewChannel(Struct):
    address: Annotated[
        str,
        Meta(
            description="The address of a webhook, or mail addresses with commas between."
        ),
    ]
    kind: Annotated[ChannelKind, Meta(description="What kind it is")]
    name: Annotated[str, Meta(description="Name")]
    timetable: (
        Annotated[Timetable, Meta(description="When messages are sent")] | UnsetType
    ) = UNSET


class NewDeletion(Struct):
    """
    Runs to delete with all that they gave, and why.
    """

    reason: Annotated[str, Meta(description="Why")]
    dry_run: (
        Annotated[bool, Meta(description="Only say how many these are.")] | UnsetType
    ) = UNSET
    runs: Annotated[list[int], Meta(description="Runs")] | UnsetType = UNSET
    where: (
        Annotated[
            RunsWanted,
            Meta(description="All runs that fit this; null: those that are named"),
        ]
        | None
        | UnsetType
    ) = UNSET


class NewExclusion(Struct):
    """
    What is to be left out of the baselines, and why.
    """

    reason: Annotated[str, Meta(description="Why")]
    dry_run: (
        Annotated[bool, Meta(description="Only say how many these are.")] | UnsetType
    ) = UNSET
    results: (
        Annotated[list[ResultWanted], Meta(description="How many results it has")]
        | UnsetType
    ) = UNSET
    runs: Annotated[list[int], Meta(description="Runs")] | UnsetType = UNSET
    where: (
        Annotated[
            RunsWanted,
            Meta(description="All runs that fit this; null: those that are named"),
        ]
        | None
        | UnsetType
    ) = UNSET


class NewInclusion(Struct):
    """
    Runs by their ids, single results, or all runs that a filter finds.
    """

    dry_run: (
        Annotated[bool, Meta(description="Only say how many these are.")] | UnsetType
    ) = UNSET
    results: (
        Annotated[list[ResultWanted], Meta(description="How many results it has")]
        | UnsetType
    ) = UNSET
    runs: Annotated[list[int], Meta(description="Runs")] | UnsetType = UNSET
    where: (
        Annotated[
            RunsWanted,
            Meta(description="All runs that fit this; null: those that are named"),
        ]
        | None
        | UnsetType
    ) = UNSET


class NewMapping(Struct):
    mapping: Annotated[
        MappingFields, Meta(description="Which columns or places of a file become what")
    ]
    name: Annotated[str, Meta(description="Name")]


class NewRung(Struct):
    """
    A result of a run, of the newest run of a commit, or published figures: one of them.
    """

    commit: Annotated[str, Meta(description="The commit")] | None | UnsetType = UNSET
    label: Annotated[str, Meta(description="Text that is shown for it")] | UnsetType = (
        UNSET
    )
    note: Annotated[str, Meta(description="Free text")] | UnsetType = UNSET
    published: (
        Annotated[PublishedFigures, Meta(description="Published figures")]
        | None
        | UnsetType
    ) = UNSET
    role: (
        Annotated[Literal["rung", "control"], Meta(description="Role")] | UnsetType
    ) = UNSET
    run_id: Annotated[int, Meta(description="Number of the run")] | None | UnsetType = (
        UNSET
    )
    series_id: (
        Annotated[int, Meta(description="Number of the series")] | None | UnsetType
    ) = UNSET
    unit: Annotated[str, Meta(description="Unit of the values")] | UnsetType = UNSET


class NewRungs(Struct):
    rungs: Annotated[
        list[NewRung], Meta(description="In the order in which they were tried.")
    ]


class NoisySeries(Struct):
    """
    One series: its scatter from run to run, and the change that shows within five runs.
    """

    points: Annotated[int, Meta(description="Of the newest level.")]
    scatter: Annotated[float, Meta(description="Scatter between runs; a share")]
    series: Annotated[
        SeriesLabel, Meta(description="The series, or how many there are")
    ]
    smallest_change: Annotated[float, Meta(description="Shows within five runs.")]


class OneSidedResult(Struct):
    """
    A result that only one side has.
    """

    n: Annotated[int, Meta(description="How many samples, pairs or points it rests on")]
    series: Annotated[
        SeriesLabel, Meta(description="The series, or how many there are")
    ]
    side: Annotated[
        Literal["baseline", "contender"],
        Meta(description="Which side: baseline or contender"),
    ]
    value: Annotated[float, Meta(description="The value in its unit")] | None


class OptimumHistory(Struct):
    """
    The optimum of one curve, oldest run first.
    """

    facet: Annotated[
        dict[str, str | int | float | bool],
        Meta(description="Values of the parameters that are fixed"),
    ]
    points: Annotated[
        list[OptimumPoint], Meta(description="In the order of the branch.")
    ]
    sentence: Annotated[str, Meta(description="What it means, in one sentence")]


class PersonRole(Struct):
    """
    What a person is in one project.
    """

    project: Annotated[str, Meta(description="Name of the project.")]
    role: Annotated[Role, Meta(description="What they are there.")]
    slug: Annotated[str, Meta(description="Of the project.")]


class Pivot(Struct):
    """
    Rows and columns in order, cells by their places; null is the lack of a facet.
    """

    cells: Annotated[list[PivotCell], Meta(description="Cells of the table or grid")]
    column_means: Annotated[
        list[PivotMean], Meta(description="Geometric mean of each column")
    ]
    column_total: Annotated[int, Meta(description="How many columns there are in all")]
    columns: Annotated[
        list[str | int | float | bool | None], Meta(description="Columns in order")
    ]
    row_means: Annotated[
        list[PivotMean], Meta(description="Geometric mean of each row")
    ]
    row_total: Annotated[int, Meta(description="How many rows there are in all")]
    rows: Annotated[
        list[str | int | float | bool | None],
        Meta(description="Rows of this page, in order"),
    ]


class PivotTable(Struct):
    """
    The table, and how many of the series that match are in it.
    """

    matching: Annotated[int, Meta(description="How many series pass the filters")]
    series: Annotated[int, Meta(description="The series, or how many there are")]
    table: Annotated[Pivot, Meta(description="One table for each metric")]


class PointList(Struct):
    """
    Points in the order of time; the newest 20,000 where there are more.
    """

    rows: Annotated[list[SeriesPoint], Meta(description="Rows of this page, in order")]


class Preflight(Struct):
    checks: Annotated[
        list[PreflightCheck], Meta(description="What was checked before measuring")
    ]


class PreviewedSelection(Struct):
    selection: Annotated[Selection, Meta(description="Which alert groups are sent")]
    timetable: (
        Annotated[Timetable, Meta(description="When messages are sent")] | UnsetType
    ) = UNSET


class Problem(Struct):
    """
    RFC 9457 problem document.
    """

    detail: Annotated[str, Meta(description="More about it, in one sentence")]
    status: Annotated[int, Meta(description="HTTP status")]
    title: Annotated[str, Meta(description="Title")]
    type: Annotated[str, Meta(description="Kind of the fault")]
    faults: (
        Annotated[
            list[ProblemFault], Meta(description="Each fault: place, reason and remedy")
        ]
        | UnsetType
    ) = UNSET


class ProfilePeers(Struct):
    """
    A profile, and those it can be compared with, the newest first.
    """

    place: Annotated[ProfilePlace, Meta(description="Where it stands")]
    same_run: Annotated[list[ProfilePlace], Meta(description="Of other variants.")]
    same_variant: Annotated[
        list[ProfilePlace], Meta(description="Of other runs on any testbed and branch.")
    ]


class PublishedTable(Struct):
    """
    A table as it was read; nothing is stored.
    """

    columns: Annotated[list[TableColumn], Meta(description="Columns in order")]
    layout: Annotated[
        Literal["alternatives", "members"], Meta(description="How the table is read")
    ]
    rows: Annotated[list[str], Meta(description="What its rows are called, in order.")]


class PullJudgement(Struct):
    """
    What was found out about one head; it may be the one before, while the newest waits.
    """

    base: Annotated[PullBase, Meta(description="What it is compared with")] | None
    compared: Annotated[int, Meta(description="Pairs of results that were compared")]
    counts: Annotated[dict[str, int], Meta(description="Counts by kind")]
    differences: Annotated[
        list[str], Meta(description="What differs between both sides")
    ]
    failing: Annotated[int, Meta(description="Thresholds that fail the pull request")]
    head: Annotated[str, Meta(description="Newest commit")]
    measured: Annotated[str, Meta(description="Results that were measured")]
    noise: Annotated[list[str], Meta(description="How results scatter")]
    rows: Annotated[list[PullRow], Meta(description="Rows of this page, in order")]
    rule: Annotated[str, Meta(description="The rule that applies")]
    sentence: Annotated[str, Meta(description="What it means, in one sentence")]
    splits: Annotated[list[str], Meta(description="Splits among the results")]
    unknown: Annotated[str, Meta(description="What could not be judged")]
    warnings: Annotated[
        list[str], Meta(description="What limits the statement, one sentence each")
    ]
    why: Annotated[str, Meta(description="Why")]


class PullPage(Struct):
    is_connected: Annotated[bool, Meta(description="Whether a forge is connected")]
    rows: Annotated[list[PullRequest], Meta(description="Rows of this page, in order")]
    total: Annotated[int, Meta(description="How many there are in all")]
    next: (
        Annotated[
            str, Meta(description="Cursor of the next page; null: this is the last one")
        ]
        | None
        | UnsetType
    ) = UNSET


class ReportList(Struct):
    """
    Reports of one state, newest first, at most 50 rows.
    """

    rows: Annotated[list[ReportStatus], Meta(description="Rows of this page, in order")]
    total: Annotated[int, Meta(description="How many there are in all")]


class ResultSamples(Struct):
    """
    Samples in measuring order; `foreign_cpu` is the share that others used meanwhile.
    """

    foreign_cpu: (
        Annotated[
            list[float],
            Meta(
                description="Share of the machine that others used during each sample, where the agent measured it."
            ),
        ]
        | None
    )
    percentiles: Annotated[
        list[Percentile], Meta(description="Values at fixed percentiles")
    ]
    samples: Annotated[list[float], Meta(description="Samples")]
    series: Annotated[
        SeriesLabel, Meta(description="The series, or how many there are")
    ]


class ResultTail(Struct):
    """
    The percentiles of one result, as far as it has recordings beyond them.
    """

    basis: Annotated[
        Literal["samples", "histogram"], Meta(description="What the judgement rests on")
    ]
    n: Annotated[int, Meta(description="How many samples, pairs or points it rests on")]
    points: Annotated[list[TailPoint], Meta(description="As far as recordings reach.")]
    series: Annotated[
        SeriesLabel, Meta(description="The series, or how many there are")
    ]


class RunResult(Struct):
    """
    A result beside what its series showed before; `basis` says what the result is made from.
    """

    basis: Annotated[
        Literal["samples", "summary", "histogram"],
        Meta(
            description="What the value is made from: samples, a summary or a histogram"
        ),
    ]
    excluded: (
        Annotated[
            Exclusion,
            Meta(description="Why it is left out of the baselines; null: it counts."),
        ]
        | None
    )
    high: Annotated[float, Meta(description="Upper end of the 95 % interval")] | None
    low: Annotated[float, Meta(description="Lower end of the 95 % interval")] | None
    median_of_history: (
        Annotated[float, Meta(description="Median of up to 30 points before it.")]
        | None
    )
    n: Annotated[int, Meta(description="How many samples, pairs or points it rests on")]
    previous: (
        Annotated[
            float, Meta(description="Result of the point before it in the series.")
        ]
        | None
    )
    sd: Annotated[float, Meta(description="Standard deviation")] | None
    series: Annotated[
        SeriesLabel, Meta(description="The series, or how many there are")
    ]
    spread: (
        Annotated[
            str,
            Meta(
                description="What its two ends below are, where the tool gave no interval of 95 %: a range, say."
            ),
        ]
        | None
    )
    spread_high: Annotated[float, Meta(description="Upper end of the spread")] | None
    spread_low: Annotated[float, Meta(description="Lower end of the spread")] | None
    value: Annotated[float, Meta(description="The value in its unit")]


class RunResultPage(Struct):
    """
    Results of a run in the order of its page; the cursor counts those before.
    """

    next: (
        Annotated[
            str, Meta(description="Cursor of the next page; null: this is the last one")
        ]
        | None
    )
    rows: Annotated[list[RunResult], Meta(description="Rows of this page, in order")]
    total: Annotated[int, Meta(description="How many there are in all")]


class Rung(Struct):
    claimed: Annotated[
        bool,
        Meta(description="Whether the data support the statement with 95 % confidence"),
    ]
    conditions: Annotated[
        dict[str, str | int | float | bool], Meta(description="How it was measured")
    ]
    decided_by: Annotated[str, Meta(description="Who decided; null: nobody yet")]
    decision: (
        Annotated[
            Literal["kept", "rejected"],
            Meta(description="What a person says of it, beside what was measured."),
        ]
        | None
    )
    figures: Annotated[
        dict[str, str | int | float | bool],
        Meta(description="Published figures by name"),
    ]
    held_against: Annotated[str, Meta(description="The best so far when it was tried.")]
    high: Annotated[float, Meta(description="Upper end of the 95 % interval")] | None
    id: Annotated[int, Meta(description="Number of it, which does not change")]
    is_best: Annotated[bool, Meta(description="Whether it is the best so far")]
    is_published: Annotated[
        bool, Meta(description="Figures that somebody published, without samples.")
    ]
    is_step: Annotated[
        bool, Meta(description="It became the best so far when it was tried.")
    ]
    label: Annotated[str, Meta(description="Text that is shown for it")]
    low: Annotated[float, Meta(description="Lower end of the 95 % interval")] | None
    more_pairs: (
        Annotated[
            int,
            Meta(
                description="About how many more pairs would settle it; null where nothing is open, or none would."
            ),
        ]
        | None
    )
    n: Annotated[int, Meta(description="How many samples, pairs or points it rests on")]
    newer: (
        Annotated[
            NewerResult,
            Meta(
                description="What its series has at the newest commit measured, where that is another run."
            ),
        ]
        | None
    )
    note: Annotated[str, Meta(description="Free text")]
    other_conditions: Annotated[
        list[str], Meta(description="In which conditions it differs from the baseline.")
    ]
    reason: Annotated[str, Meta(description="Why")]
    role: Annotated[Literal["baseline", "rung", "control"], Meta(description="Role")]
    run: Annotated[RungRun, Meta(description="The run")] | None
    sentence: Annotated[str, Meta(description="What it means, in one sentence")]
    series: (
        Annotated[SeriesLabel, Meta(description="The series, or how many there are")]
        | None
    )
    source: Annotated[str, Meta(description="Where it comes from")]
    stands: Annotated[
        bool,
        Meta(
            description="Part of the ladder: kept by decision or else by measurement."
        ),
    ]
    value: Annotated[float, Meta(description="The value in its unit")] | None
    verdict: Annotated[
        Literal[
            "baseline",
            "kept",
            "rejected",
            "no gain",
            "unresolved",
            "failed",
            "control",
            "open",
        ],
        Meta(
            description="As measured; `open` is not judged yet, because the ladder cannot be judged."
        ),
    ]
    versus_baseline: (
        Annotated[RatioRange, Meta(description="Effect against the baseline")] | None
    )
    versus_best: (
        Annotated[
            RatioRange, Meta(description="Effect against the best step before it")
        ]
        | None
    )


class SavedMapping(Struct):
    author: Annotated[str, Meta(description="Who saved it last.")]
    id: Annotated[int, Meta(description="Number of it, which does not change")]
    mapping: Annotated[
        MappingFields, Meta(description="Which columns or places of a file become what")
    ]
    name: Annotated[str, Meta(description="Name")]
    updated_at: Annotated[str, Meta(description="When it was changed last")]


class SearchHit(Struct):
    """
    One thing with a page: enough to name it and to go there.
    """

    detail: Annotated[str, Meta(description="More about it, in one sentence")]
    id: Annotated[int, Meta(description="Number of it, which does not change")]
    key: (
        Annotated[
            str,
            Meta(
                description="Axis of a sweep, name of a commit, address of a view; null for others."
            ),
        ]
        | None
    )
    kind: Annotated[SearchKind, Meta(description="What kind it is")]
    title: Annotated[str, Meta(description="Title")]


class SearchHits(Struct):
    hits: Annotated[list[SearchHit], Meta(description="What was found, the best first")]


class SeriesHistory(Struct):
    """
    One series as drawn; `at` indexes the commit columns, values that are null are gaps.
    """

    at: Annotated[list[int], Meta(description="Index of each point's commit")]
    bucket: Annotated[
        int, Meta(description="Commits per bucket: 1 means nothing was left out.")
    ]
    changes: Annotated[list[ChangePoint], Meta(description="Change points")]
    environment: Annotated[
        list[int],
        Meta(
            description="Id of the machine fingerprint revision; a change of it is an environment event."
        ),
    ]
    excluded: Annotated[
        list[ExcludedPoint],
        Meta(description="Results that somebody left out of the baselines"),
    ]
    failed_at: Annotated[
        list[int],
        Meta(
            description="Commits (as `at`) at which this variant failed instead of giving a result."
        ),
    ]
    high: Annotated[
        list[float | None],
        Meta(
            description="Interval of the point, null where it has none. Down-sampled: the envelope."
        ),
    ]
    low: Annotated[
        list[float | None], Meta(description="Lower end of the 95 % interval")
    ]
    n: Annotated[list[int], Meta(description="Samples behind the point.")]
    percent: (
        Annotated[
            float,
            Meta(
                description="The percentile that the values are; None for the centre of each result."
            ),
        ]
        | None
    )
    raw_n: Annotated[int, Meta(description="Points before thinning")]
    returned_n: Annotated[int, Meta(description="Points after thinning")]
    run: Annotated[list[int], Meta(description="The run")]
    series: Annotated[
        SeriesLabel, Meta(description="The series, or how many there are")
    ]
    stride: Annotated[
        int,
        Meta(
            description="Every so-manyth result was read for its percentile: 1 means all of them."
        ),
    ]
    tags: Annotated[dict[str, str], Meta(description="Of the benchmark.")]
    value: Annotated[list[float | None], Meta(description="The value in its unit")]
    value_high: (
        Annotated[
            float, Meta(description="Extremes of the raw series, for the y-axis.")
        ]
        | None
    )
    value_low: (
        Annotated[float, Meta(description="Lowest value of the thinned points")] | None
    )
    without_percentile: Annotated[
        int,
        Meta(
            description="Results without this percentile: neither a histogram nor samples enough."
        ),
    ]


class Session(Struct):
    """
    Who is signed in; `user` is null for a visitor.
    """

    projects: Annotated[
        list[KnownProject], Meta(description="Projects that the person may see")
    ]
    provider: (
        Annotated[
            str,
            Meta(
                description="What the identity provider is called by which one can sign in at /sign-in/provider."
            ),
        ]
        | None
    )
    sends_mail: Annotated[
        bool, Meta(description="Who forgot their password can ask for a link by mail.")
    ]
    user: (
        Annotated[User, Meta(description="The person who is signed in; null: nobody")]
        | None
    )


class ShownJob(Struct):
    """
    A job as people read it.
    """

    agent: Annotated[str, Meta(description="Name of the agent that measured it")] | None
    asked_at: Annotated[str, Meta(description="When it was asked for")]
    asked_by: Annotated[str, Meta(description="Who asked for it")]
    attempts: Annotated[int, Meta(description="How often an agent took it.")]
    budget_minutes: Annotated[
        int, Meta(description="Minutes of a machine that it may take")
    ]
    change_id: Annotated[int, Meta(description="Change point that it is about")] | None
    ended_at: Annotated[str, Meta(description="When it ended; null: it goes on")] | None
    id: Annotated[int, Meta(description="Number of it, which does not change")]
    is_cancel_wanted: Annotated[
        bool,
        Meta(description="Somebody wants it ended; its agent ends it within a round"),
    ]
    kind: Annotated[JobKind, Meta(description="What kind it is")]
    labels: Annotated[
        list[str], Meta(description="Labels that an agent must have, or has")
    ]
    leased_at: Annotated[str, Meta(description="When an agent took it")] | None
    preferred: Annotated[
        list[str],
        Meta(description="Labels of agents that it waits for no longer than for any"),
    ]
    priority: Annotated[int, Meta(description="From -10 to 10; higher comes first")]
    progress: (
        Annotated[JobProgress, Meta(description="How far the running measurement is")]
        | None
    )
    pull_id: (
        Annotated[int, Meta(description="Pull request that it was asked for on")] | None
    )
    reason: Annotated[str, Meta(description="Why it is in its state.")]
    starts_in: (
        Annotated[
            DurationEstimate,
            Meta(description="Seconds until it begins, of one that waits."),
        ]
        | None
    )
    state: Annotated[JobState, Meta(description="State that it is in")]
    takes: (
        Annotated[
            DurationEstimate,
            Meta(description="Seconds until it is done, from its beginning."),
        ]
        | None
    )
    target: Annotated[JobTarget, Meta(description="Which commits of which suite.")]
    testbed: Annotated[str, Meta(description="Name of the testbed")] | None
    verdict: (
        Annotated[
            JobVerdict, Meta(description="What the comparison or the check found")
        ]
        | None
    )
    waits_for: (
        Annotated[str, Meta(description="Why it has not begun; nothing where it has.")]
        | None
    )
    why: Annotated[str, Meta(description="Why")]


class ShownStatement(Struct):
    """
    One statement, what was published of it, and how it stands on each machine.
    """

    benchmark: Annotated[str, Meta(description="Name of the benchmark")]
    figures: Annotated[
        list[ClaimFigure],
        Meta(
            description="Published figures of its variants, without what was measured."
        ),
    ]
    high: (
        Annotated[
            float,
            Meta(
                description="Up to where a measured figure fits what was said; null: without limit."
            ),
        ]
        | None
    )
    kind: Annotated[
        Literal["ratio", "best", "order", "percentile", "level", "share", "size"],
        Meta(description="What kind it is"),
    ]
    low: (
        Annotated[
            float,
            Meta(
                description="From where on a measured figure fits what was said; null: without limit."
            ),
        ]
        | None
    )
    machines: Annotated[
        list[StatementOnMachine],
        Meta(description="By testbed; empty where no run has judged it."),
    ]
    metric: Annotated[str, Meta(description="Name of the metric")]
    place: Annotated[int, Meta(description="Where it stands")]
    published: Annotated[str, Meta(description="The figure as printed, with its unit.")]
    says: Annotated[str, Meta(description="The statement in words.")]
    suite: Annotated[str, Meta(description="Name of the suite")]
    value: (
        Annotated[
            float,
            Meta(
                description="The figure as a number: a ratio, or a level in base units."
            ),
        ]
        | None
    )


class SimilarChange(Struct):
    change: Annotated[GroupMember, Meta(description="The change point")]
    commit: Annotated[CommitRef, Meta(description="The commit")]
    series: Annotated[int, Meta(description="How many series moved with it.")]
    why: Annotated[
        Likeness,
        Meta(
            description="It moved mostly the same series, or the same metric of the same benchmark."
        ),
    ]


class SourceList(Struct):
    rows: Annotated[list[LadderSource], Meta(description="Rows of this page, in order")]


class SplitDetail(Struct):
    """
    A split judged from what is stored now.
    """

    alternatives: (
        Annotated[
            Alternatives,
            Meta(description="Alternatives to both sides, where several were measured"),
        ]
        | None
    )
    baseline: (
        Annotated[SplitSide, Meta(description="The side that is compared with")] | None
    )
    basis: Annotated[str, Meta(description="What the judgement rests on")]
    beside: Annotated[list[OtherEffect], Meta(description="Other metrics that moved")]
    break_even: (
        Annotated[
            BreakEven, Meta(description="Weights at which gains and losses cancel out")
        ]
        | None
    )
    change: Annotated[str, Meta(description="What was changed, in words")]
    claimed: Annotated[
        bool,
        Meta(description="Whether the data support the statement with 95 % confidence"),
    ]
    contender: Annotated[SplitSide, Meta(description="The side that is judged")] | None
    created_at: Annotated[str, Meta(description="When it was made")] | None
    created_by: Annotated[str, Meta(description="Who made it")]
    decided_by: Annotated[str, Meta(description="Who decided; null: nobody yet")]
    events: Annotated[list[SplitEvent], Meta(description="What happened, in order")]
    group: Annotated[str, Meta(description="The alert group")]
    groups: Annotated[list[SplitGroup], Meta(description="Groups")]
    hangs_on: Annotated[list[str], Meta(description="What the verdict depends on")]
    headline: Annotated[str, Meta(description="The verdict in one line")]
    id: Annotated[int, Meta(description="Null: it is not kept.")] | None
    kind: Annotated[
        Literal["measured", "published"], Meta(description="What kind it is")
    ]
    measured: Annotated[
        Literal["in turns", "in one run", "in runs apart", "published"],
        Meta(description="Results that were measured"),
    ]
    members: Annotated[list[SplitMember], Meta(description="Members")]
    name: Annotated[str, Meta(description="Name")]
    net: Annotated[Net, Meta(description="Weighted effect over all members")]
    nets: Annotated[
        list[DimensionNet], Meta(description="One of each dimension that has a say.")
    ]
    noisy_machines: Annotated[
        list[NoisyMachine],
        Meta(
            description="Machines of both sides, where the runs that are compared speak against them."
        ),
    ]
    note: Annotated[str, Meta(description="Free text")]
    origin: Annotated[
        Literal["proposed", "person", "suite"], Meta(description="Where it comes from")
    ]
    p: Annotated[float, Meta(description='Of "some gained and some lost".')] | None
    payers: Annotated[list[str], Meta(description="Members that lose")]
    reason: Annotated[str, Meta(description="Why")]
    saved_weights: Annotated[
        GivenWeights, Meta(description="Weights that were saved with it")
    ]
    sentences: Annotated[list[str], Meta(description="What it means, a sentence each")]
    source: Annotated[str, Meta(description="Where published figures come from.")]
    state: Annotated[
        Literal["open", "accepted", "rejected"], Meta(description="State that it is in")
    ]
    state_changed_at: (
        Annotated[str, Meta(description="When its state changed last")] | None
    )
    suites: Annotated[list[str], Meta(description="Suites")]
    tags: Annotated[
        list[str], Meta(description="Tags by which members fall into groups.")
    ]
    testbeds: Annotated[
        list[str],
        Meta(description="Where its runs were measured; published figures do not say."),
    ]
    verdict: Annotated[
        Literal["split", "gains", "losses", "same", "unknown"],
        Meta(description="What the comparison or the check found"),
    ]
    warnings: Annotated[
        list[str], Meta(description="What limits the statement, one sentence each")
    ]
    weights: Annotated[GivenWeights, Meta(description="By which it is judged here.")]


class SplitPage(Struct):
    rows: Annotated[list[SplitRow], Meta(description="Rows of this page, in order")]
    total: Annotated[int, Meta(description="How many there are in all")]
    next: (
        Annotated[
            str, Meta(description="Cursor of the next page; null: this is the last one")
        ]
        | None
        | UnsetType
    ) = UNSET


class SuiteDetail(Struct):
    """
    A suite: what it measures, and what came of it lately.
    """

    benchmark_total: Annotated[
        int, Meta(description="How many benchmarks the suite has")
    ]
    benchmarks: Annotated[
        list[SuiteBenchmark],
        Meta(description="Those with open changes first; at most 300."),
    ]
    failed: Annotated[list[FailedResult], Meta(description="Of the newest run.")]
    goals: Annotated[
        list[SuiteGoal], Meta(description="Of the newest run that has any.")
    ]
    goals_run: (
        Annotated[int, Meta(description="Run that the goals were judged in")] | None
    )
    id: Annotated[int, Meta(description="Number of it, which does not change")]
    improvements: Annotated[int, Meta(description="How many are improvements")]
    last_run_at: Annotated[str, Meta(description="When its newest run started")] | None
    metrics: Annotated[list[SuiteMetric], Meta(description="Names of the metrics")]
    name: Annotated[str, Meta(description="Name")]
    profiles: Annotated[
        list[ListedProfile], Meta(description="Of the newest run that has any.")
    ]
    recent_runs: Annotated[list[ListedRun], Meta(description="Newest runs")]
    regressions: Annotated[int, Meta(description="How many are regressions")]
    runs: Annotated[int, Meta(description="Runs")]
    series: Annotated[int, Meta(description="The series, or how many there are")]
    summary: Annotated[str, Meta(description="What it measures, in one sentence")]
    version: Annotated[str, Meta(description="As its newest run printed it.")]


class SweepBest(Struct):
    """
    What is best by one run of a sweep: the curves judged, and how many there are.

    The run is the newest with several values, which an even newer one of a single value is not.
    """

    axis: Annotated[str, Meta(description="Parameter that the sweep runs over")]
    benchmark_id: Annotated[int, Meta(description="Number of the benchmark")]
    curves: Annotated[
        list[SweepOptimum], Meta(description="The first of them; `of` counts all.")
    ]
    measured_at: Annotated[str, Meta(description="When it was measured")] | None
    metric: Annotated[str, Meta(description="Name of the metric")]
    of: Annotated[int, Meta(description="How many there are in all")]
    run_id: Annotated[int, Meta(description="Number of the run")]
    unit: Annotated[str, Meta(description="Unit of the values")]


class SweepBests(Struct):
    rows: Annotated[list[SweepBest], Meta(description="Rows of this page, in order")]


class SweepForm(Struct):
    """
    The form of a curve; all of it is claimed where the curve has the claim "interval".
    """

    cliffs: Annotated[
        list[SweepCliff], Meta(description="Jumps between neighbouring values")
    ]
    is_flat: Annotated[
        bool, Meta(description="Every value is within the margin of the best.")
    ]
    knee: (
        Annotated[
            SweepKnee, Meta(description="Where more of the parameter stops paying")
        ]
        | None
    )
    more_rounds: (
        Annotated[
            int,
            Meta(
                description="Rounds that would settle what is open; 0 for none, null where that is not known."
            ),
        ]
        | None
    )
    plateau: (
        Annotated[
            SweepPlateau,
            Meta(
                description="The longest run of neighbouring values close to the best"
            ),
        ]
        | None
    )


class SweepList(Struct):
    rows: Annotated[list[SweepRow], Meta(description="Rows of this page, in order")]


class SweepOptima(Struct):
    axis: Annotated[str, Meta(description="Parameter that the sweep runs over")]
    curves: Annotated[list[OptimumHistory], Meta(description="Lines of the chart")]
    metric: Annotated[str, Meta(description="Name of the metric")]
    unit: Annotated[str, Meta(description="Unit of the values")]


class TailList(Struct):
    rows: Annotated[list[ResultTail], Meta(description="Rows of this page, in order")]


class TestbedNoise(Struct):
    """
    What one testbed can show.
    """

    alarms: Annotated[
        AlarmRate,
        Meta(
            description="False alarms: comparisons of one binary with itself that found a change"
        ),
    ]
    groups: Annotated[list[GroupNoise], Meta(description="Groups")]
    id: Annotated[int, Meta(description="Number of it, which does not change")]
    name: Annotated[str, Meta(description="Name")]
    noisiest: Annotated[
        list[NoisySeries], Meta(description="At most 20, the noisiest first.")
    ]
    repeatable: (
        Annotated[
            RepeatableSuite,
            Meta(description="The suite with enough repeated runs to measure scatter"),
        ]
        | None
    )
    scatter: Annotated[Scatter, Meta(description="Scatter between runs; a share")]
    sentence: Annotated[str, Meta(description="What it means, in one sentence")]


class TestbedNoiseList(Struct):
    rows: Annotated[list[TestbedNoise], Meta(description="Rows of this page, in order")]


class ThresholdReading(Struct):
    """
    What a file says, and of how many series.
    """

    rules: Annotated[
        list[ThresholdRule],
        Meta(description="Rules in order; a later one overrules an earlier one"),
    ]
    series: Annotated[int, Meta(description="The series, or how many there are")]
    standard: Annotated[
        Threshold, Meta(description="The threshold where no rule applies")
    ]
    standard_series: Annotated[int, Meta(description="Series that no rule matches.")]


class VerdictTallies(Struct):
    rows: Annotated[list[VerdictTally], Meta(description="By the name of the testbed.")]


class AlertGroup(Struct):
    """
    One alert group in one row: its worst change, what moved with it, the commits in question.
    """

    branch: Annotated[str, Meta(description="Name of the branch")]
    cause: Annotated[GroupCause, Meta(description="What kind of cause it has")]
    changed_at: Annotated[
        str, Meta(description="When the last of them came into its state.")
    ]
    changes: Annotated[
        int, Meta(description="Changes that count: confirmed ones; where none is, all.")
    ]
    commits: Annotated[
        CommonCommits, Meta(description="Commits in the order of the branch")
    ]
    direction: Annotated[
        GroupDirection, Meta(description="Which values are better: lower or higher")
    ]
    improvements: Annotated[int, Meta(description="How many are improvements")]
    is_history: Annotated[
        bool,
        Meta(
            description="It was found more than 90 days after its commit was made, in results imported later."
        ),
    ]
    lead: Annotated[
        ChangePoint, Meta(description="The worst one; of those that pass the filters.")
    ]
    members: Annotated[
        list[GroupMember],
        Meta(description="The worst in front, at most as many as were asked for."),
    ]
    number: (
        Annotated[
            int,
            Meta(
                description="What people call it; suspicions are no group yet and have none."
            ),
        ]
        | None
    )
    opened_at: Annotated[str, Meta(description="When it was opened")]
    regressions: Annotated[int, Meta(description="How many are regressions")]
    series: Annotated[int, Meta(description="The series, or how many there are")]
    state: Annotated[GroupState, Meta(description="State that it is in")]
    triage: (
        Annotated[
            GroupTriage, Meta(description="Who works on it, until when, and its tags")
        ]
        | None
    )


class AlertGroupDetail(Struct):
    """
    One group with its story and what is near it.
    """

    alike: Annotated[
        list[AlertGroup], Meta(description="Groups that moved mostly the same series.")
    ]
    comparison_url: (
        Annotated[
            str,
            Meta(
                description="Where the commits between both levels of its worst change can be read."
            ),
        ]
        | None
    )
    group: Annotated[AlertGroup, Meta(description="The alert group")]
    near: Annotated[
        list[AlertGroup],
        Meta(
            description="Groups on the same branch whose commits in question overlap: perhaps one cause."
        ),
    ]
    noisy_machines: Annotated[
        list[NoisyMachine],
        Meta(
            description="Where the runs around its worst change speak against their machines."
        ),
    ]
    places: Annotated[
        list[GroupPlace],
        Meta(
            description="Where its series are measured; the one with the most that moved in front."
        ),
    ]
    pulls: Annotated[
        list[MergedPull],
        Meta(description="Pull requests that became one of the commits in question."),
    ]
    splits: Annotated[
        list[GroupSplit],
        Meta(description="What is kept of who gains and who pays at its commits."),
    ]
    story: Annotated[
        list[GroupEvent],
        Meta(description="What happened to it and what people did, the oldest first."),
    ]
    surroundings: Annotated[
        ChangeSurroundings, Meta(description="What else changed with that one.")
    ]
    witness: Annotated[
        ChangePoint,
        Meta(description="The change whose reports tell most of what else changed."),
    ]


class AlertGroupPage(Struct):
    """
    Groups in order, and what all of them hold: see GroupCounts.
    """

    aside_changes: Annotated[int, Meta(description="Change points in those.")]
    asides: Annotated[
        int,
        Meta(
            description="Groups of these whose cause is not the code: a machine that changed, or one binary."
        ),
    ]
    changes: Annotated[
        int,
        Meta(
            description="Change points in all groups together, as far as they pass the filters."
        ),
    ]
    next: (
        Annotated[
            str, Meta(description="Cursor of the next page; null: this is the last one")
        ]
        | None
    )
    rows: Annotated[list[AlertGroup], Meta(description="Rows of this page, in order")]
    total: Annotated[int, Meta(description="How many there are in all")]


class BenchmarkDetail(Struct):
    """
    A benchmark: what it is, its series, and what was found in them.
    """

    change_total: Annotated[int, Meta(description="How many changes there are")]
    changes: Annotated[list[ChangePoint], Meta(description="Change points")]
    definitions: Annotated[
        list[Definition],
        Meta(
            description="Oldest first, as the series with the most points tells them."
        ),
    ]
    failure_total: Annotated[int, Meta(description="How many failures there are")]
    failures: Annotated[list[BenchmarkFailure], Meta(description="What failed")]
    id: Annotated[int, Meta(description="Number of it, which does not change")]
    metrics: Annotated[list[str], Meta(description="The one that matters most first.")]
    name: Annotated[str, Meta(description="Name")]
    profiles: Annotated[list[ListedProfile], Meta(description="Profiles")]
    series: Annotated[
        list[BenchmarkSeries],
        Meta(description="Those with open changes first; at most 200."),
    ]
    series_total: Annotated[int, Meta(description="How many series there are")]
    suite: Annotated[str, Meta(description="Name of the suite")]
    suite_id: Annotated[int, Meta(description="Number of the suite")]
    summary: Annotated[str, Meta(description="What it measures, in one sentence")]
    sweep_axes: Annotated[list[str], Meta(description="Parameters that are swept")]
    tags: Annotated[dict[str, str], Meta(description="Tags")]
    variants: Annotated[
        int, Meta(description="Variants: benchmarks with fixed parameters")
    ]
    version_hash: (
        Annotated[str, Meta(description="Hash of the benchmark's definition")] | None
    )


class CandidateList(Struct):
    rows: Annotated[
        list[LadderCandidate], Meta(description="Rows of this page, in order")
    ]


class ChangeDetail(Struct):
    """
    One change point with its evidence and what people said of it.
    """

    change: Annotated[ChangePoint, Meta(description="The change point")]
    comparison_url: (
        Annotated[
            str,
            Meta(
                description="Where the commits in question can be read with their diffstat."
            ),
        ]
        | None
    )
    group: Annotated[
        AlertGroup, Meta(description="With every change of the same cause.")
    ]
    noisy_machines: Annotated[
        list[NoisyMachine],
        Meta(
            description="Where the runs around the change speak against their machines."
        ),
    ]
    notes: Annotated[
        list[ChangeNote],
        Meta(description="Of every change of the group, the oldest first."),
    ]
    similar: Annotated[list[SimilarChange], Meta(description="Similar changes")]
    surroundings: Annotated[
        ChangeSurroundings, Meta(description="What differs around the boundary")
    ]


class ChannelList(Struct):
    can_mail: Annotated[bool, Meta(description="The installation has a mail server.")]
    outages: Annotated[
        list[Outage], Meta(description="What should report and does not, now.")
    ]
    rows: Annotated[
        list[ListedChannel], Meta(description="Rows of this page, in order")
    ]


class ClaimDetail(Struct):
    """
    A claim with its histories, what may explain it, and how to measure it again.
    """

    commands: Annotated[
        list[str], Meta(description="Commands that measure it on this machine.")
    ]
    created_by: Annotated[str, Meta(description="Who made it")]
    date: Annotated[
        str, Meta(description="When it was published: a year, a month or a day.")
    ]
    facts: Annotated[
        list[MachineFacts], Meta(description="The machine of each testbed.")
    ]
    id: Annotated[int, Meta(description="Number of it, which does not change")]
    key: Annotated[str, Meta(description="The key")]
    machine: Annotated[
        str, Meta(description="The machine of the published figures, in words.")
    ]
    machines: Annotated[
        list[ClaimOnMachine],
        Meta(description="By testbed, the one that was measured last in front."),
    ]
    mechanisms: Annotated[
        list[ClaimMechanism],
        Meta(description="What may explain the deciding statement, by testbed."),
    ]
    note: Annotated[str, Meta(description="Free text")]
    source: Annotated[str, Meta(description="Where it comes from")]
    statements: Annotated[
        list[ShownStatement],
        Meta(description="In the order of the claim; the first one decides."),
    ]
    suites: Annotated[list[str], Meta(description="Suites whose runs it is judged by.")]
    tables: Annotated[
        list[ShownClaimTable],
        Meta(description="Published tables, filled with what each testbed measured."),
    ]
    testbed: Annotated[str, Meta(description="Name of the testbed")]
    title: Annotated[str, Meta(description="Title")]
    updated_at: Annotated[str, Meta(description="When it was changed last")]
    url: Annotated[str, Meta(description="Web address")] | None


class ComparedDetail(Struct):
    """
    One row of a comparison with everything behind it.
    """

    baseline_profiles: Annotated[
        list[ListedProfile], Meta(description="Profiles of the baseline")
    ]
    buckets: Annotated[
        list[Buckets],
        Meta(description="Histograms of both sides over the same buckets"),
    ]
    contender_profiles: Annotated[
        list[ListedProfile], Meta(description="Profiles of the contender")
    ]
    differences: Annotated[
        list[SideDifference], Meta(description="What differs between both sides")
    ]
    explanation: Annotated[
        Explanation, Meta(description="Which part of the change each metric explains")
    ]
    percentiles: Annotated[list[ComparedPercentile], Meta(description="Of histograms.")]
    row: Annotated[ComparedRow, Meta(description="Index of the row")]
    runs: Annotated[
        list[SideRunSamples], Meta(description="The 20 newest of each side.")
    ]
    shape: Annotated[
        str,
        Meta(description="How tails and modes differ; empty where nothing is told."),
    ]


class Comparison(Struct):
    """
    Both sides, the suite as a whole, and the rows that pass the filters.
    """

    alpha: Annotated[
        float, Meta(description="Share of false discoveries that the comparison allows")
    ]
    baseline: Annotated[
        ComparedSide, Meta(description="The side that is compared with")
    ]
    columns: (
        Annotated[
            RowColumns,
            Meta(
                description="All rows that match, whatever `limit` says, where `columns` asks for them."
            ),
        ]
        | None
    )
    compared: Annotated[int, Meta(description="Pairs of results that were compared")]
    contender: Annotated[ComparedSide, Meta(description="The side that is judged")]
    counts: Annotated[
        VerdictCounts,
        Meta(description="Over the whole comparison, whatever is filtered."),
    ]
    differences: Annotated[
        list[SideDifference],
        Meta(
            description="What differs between environments and machines of the sides."
        ),
    ]
    failed: Annotated[list[NotCompared], Meta(description="What failed")]
    false_discoveries: Annotated[
        float, Meta(description="Share of the verdicts that may be false.")
    ]
    matching: Annotated[
        int,
        Meta(
            description="Rows that pass the filters; `rows` holds the first `limit` of them."
        ),
    ]
    mean_reach: Annotated[
        float,
        Meta(
            description="Standard errors that the interval of a mean reaches to either side."
        ),
    ]
    means: Annotated[list[MetricMean], Meta(description="What it means")]
    measured: Annotated[
        Literal["in turns", "in one run", "in runs apart"],
        Meta(description="Results that were measured"),
    ]
    noise: Annotated[NoiseFacts, Meta(description="How results scatter")]
    noisy_machines: Annotated[
        list[NoisyMachine],
        Meta(
            description="Machines of both sides, where the runs that are compared speak against them."
        ),
    ]
    not_compared: Annotated[
        int, Meta(description="Results that could not be compared, and why")
    ]
    one_sided: Annotated[
        list[OneSidedResult], Meta(description="Results that only one side has")
    ]
    only_baseline: Annotated[int, Meta(description="How many only the baseline has")]
    only_contender: Annotated[int, Meta(description="How many only the contender has")]
    reported: Annotated[
        list[Literal["environment", "machine"]],
        Meta(
            description="What every run of both sides reported: only that can be called the same."
        ),
    ]
    rows: Annotated[
        list[ComparedRow],
        Meta(
            description="The worst regression first; then changes, improvements, unknown, the same."
        ),
    ]
    sentence: Annotated[str, Meta(description="What it means, in one sentence")]
    threshold: Annotated[
        float, Meta(description="Smallest effect that counts, as a share.")
    ]
    warnings: Annotated[
        list[str], Meta(description="What limits the statement, one sentence each")
    ]


class Conditions(Struct):
    """
    Every part is absent where the agent has nothing to say of it.
    """

    control: (
        Annotated[
            Control,
            Meta(
                description="Fixed work of the control benchmark, before and after the run"
            ),
        ]
        | None
    )
    findings: Annotated[
        list[ProgramFinding],
        Meta(description="What the measured program said about itself"),
    ]
    foreign: (
        Annotated[Foreign, Meta(description="What other processes used of the machine")]
        | None
    )
    goals: Annotated[
        list[SuiteGoal], Meta(description="Goals of the suite, judged in this run")
    ]
    noise: Annotated[MachineNoise, Meta(description="How results scatter")] | None
    pinning: (
        Annotated[
            Pinning, Meta(description="Which processors measured processes ran on")
        ]
        | None
    )
    preflight: (
        Annotated[Preflight, Meta(description="What was checked before measuring")]
        | None
    )
    self_comparison: Annotated[
        list[SelfRatio],
        Meta(description="Variants that were measured twice in every round"),
    ]
    stopping: (
        Annotated[
            Stopping,
            Meta(description="How many rounds were measured, and what ended them"),
        ]
        | None
    )
    tuning: (
        Annotated[Tuning, Meta(description="What was set on the machine for the run")]
        | None
    )


class History(Struct):
    commits: Annotated[
        CommitColumns, Meta(description="Commits in the order of the branch")
    ]
    series: Annotated[
        list[SeriesHistory], Meta(description="The series, or how many there are")
    ]


class JobDetail(Struct):
    """
    A job with its steps and runs.
    """

    events: Annotated[list[JobEvent], Meta(description="What happened, in order")]
    job: Annotated[ShownJob, Meta(description="The job as the list has it.")]
    log_dropped: Annotated[int, Meta(description="Lines beyond what a log keeps.")]
    log_lines: Annotated[int, Meta(description="Lines that the log holds")]
    runs: Annotated[list[JobRun], Meta(description="Runs")]


class JobList(Struct):
    """
    The queue in its order, and what was done lately.
    """

    agents: Annotated[
        list[str],
        Meta(
            description="That asked for work lately, and stand where it could be measured."
        ),
    ]
    held: Annotated[list[ShownJob], Meta(description="What agents have")]
    over: Annotated[list[ShownJob], Meta(description="What ended last")]
    waiting: Annotated[
        list[ShownJob], Meta(description="What no agent has yet, in its order")
    ]
    waiting_total: Annotated[
        int, Meta(description="How many wait, also those that are not listed")
    ]


class LadderDetail(Struct):
    created_at: Annotated[str, Meta(description="When it was made")]
    created_by: Annotated[str, Meta(description="Who made it")]
    direction: Annotated[
        Literal["lower", "higher"],
        Meta(description="Which values are better: lower or higher"),
    ]
    headline: Annotated[str, Meta(description="The verdict in one line")]
    id: Annotated[int, Meta(description="Number of it, which does not change")]
    in_rounds: Annotated[
        bool, Meta(description="All of it was measured in one run, round by round.")
    ]
    metric: Annotated[str, Meta(description="Name of the metric")]
    min_effect: Annotated[
        float, Meta(description="Smallest effect that counts; a share")
    ]
    name: Annotated[str, Meta(description="Name")]
    noisy_machines: Annotated[
        list[NoisyMachine],
        Meta(
            description="Machines of its rungs, where the runs that are held against each other speak against them."
        ),
    ]
    note: Annotated[str, Meta(description="Free text")]
    remarks: Annotated[
        list[str], Meta(description="What else there is to say, one sentence each")
    ]
    rungs: Annotated[list[Rung], Meta(description="In order, the baseline in front.")]
    stacked: (
        Annotated[
            RatioRange,
            Meta(
                description="The best rung over the baseline, with an interval that allows for its having been chosen."
            ),
        ]
        | None
    )
    unit: Annotated[str, Meta(description="Unit of the values")]
    updated_at: Annotated[str, Meta(description="When it was changed last")]


class LadderList(Struct):
    """
    The ladders changed last; `total` counts those that are not listed as well.
    """

    rows: Annotated[
        list[LadderListing], Meta(description="Rows of this page, in order")
    ]
    total: Annotated[int, Meta(description="How many there are in all")]


class MachineList(Struct):
    rows: Annotated[
        list[MachineWithFitness], Meta(description="Rows of this page, in order")
    ]


class Mover(Struct):
    """
    An open alert group and the newest values of its worst series.
    """

    change_at: Annotated[
        list[int],
        Meta(
            description="Indices of `values` at which an open change point of that series starts."
        ),
    ]
    group: Annotated[AlertGroup, Meta(description="The alert group")]
    values: Annotated[
        list[float], Meta(description="At most 60 values in commit order.")
    ]


class OpenChanges(Struct):
    """
    Confirmed, and nobody has acted on it yet.
    """

    aside_total: Annotated[int, Meta(description="Changes whose cause is not the code")]
    asides: Annotated[
        list[AlertGroup],
        Meta(
            description="Machines that changed, and steps of one binary, at most 4: nobody is asked for anything."
        ),
    ]
    history: Annotated[
        OpenHistory, Meta(description="The part of the counts below that is history.")
    ]
    improved_this_week: Annotated[
        int,
        Meta(
            description="Improvements of the code that were found in the last 7 days, history apart."
        ),
    ]
    improvements: Annotated[int, Meta(description="How many are improvements")]
    in_pulls: Annotated[
        int,
        Meta(
            description="Further groups, on branches of pull requests: they are judged there."
        ),
    ]
    movers: Annotated[
        list[Mover],
        Meta(
            description="By cause, at most 16: regressions first, the largest first, then what is history."
        ),
    ]
    others: Annotated[
        int,
        Meta(
            description="Changes in them, those of a metric without a direction counted last."
        ),
    ]
    regressions: Annotated[int, Meta(description="How many are regressions")]
    total: Annotated[int, Meta(description="Groups that the code may have made.")]
    worst: Annotated[ChangePoint, Meta(description="The largest regression")] | None


class Person(Struct):
    """
    A person of the installation, as administrators see them.
    """

    created_at: Annotated[str, Meta(description="When the account was made.")]
    disabled_at: (
        Annotated[
            str, Meta(description="Since when they may not come in; null: they may.")
        ]
        | None
    )
    email: Annotated[str, Meta(description="Address of the account.")]
    has_password: Annotated[bool, Meta(description="Signs in by a password.")]
    has_provider: Annotated[
        bool, Meta(description="An account of an identity provider opens it.")
    ]
    id: Annotated[int, Meta(description="Of the account.")]
    is_admin: Annotated[bool, Meta(description="Administers the whole installation.")]
    is_proven: Annotated[
        bool, Meta(description="Somebody showed that the address is theirs.")
    ]
    keys: Annotated[
        int,
        Meta(
            description="API keys of theirs that work, and stop while their account is disabled."
        ),
    ]
    name: Annotated[str, Meta(description="What they are called.")]
    roles: Annotated[
        list[PersonRole],
        Meta(description="What they are in projects, by the name of the project."),
    ]
    seen_at: (
        Annotated[
            str,
            Meta(
                description="When they were last here; null: never, so far as is known."
            ),
        ]
        | None
    )
    sessions: Annotated[
        int, Meta(description="Browsers in which they are signed in now.")
    ]


class PullDetail(Struct):
    acceptances: Annotated[
        list[PullAcceptance],
        Meta(description="Who accepted regressions of it, and why"),
    ]
    author: Annotated[str, Meta(description="Who wrote it")]
    base_branch: Annotated[str, Meta(description="Branch that it is compared with")]
    check_head: (
        Annotated[str, Meta(description="Commit that the check was written for")] | None
    )
    check_state: (
        Annotated[str, Meta(description="State of the check at the forge")] | None
    )
    check_title: (
        Annotated[str, Meta(description="Title of the check at the forge")] | None
    )
    checked_at: (
        Annotated[str, Meta(description="When the check was written last")] | None
    )
    comment: Annotated[str, Meta(description="As it was posted.")] | None
    commented_at: (
        Annotated[str, Meta(description="When the comment was written last")] | None
    )
    created_at: Annotated[str, Meta(description="When it was made")]
    head: Annotated[str, Meta(description="Newest commit")]
    head_branch: Annotated[str, Meta(description="Branch of the pull request")]
    headline: Annotated[str, Meta(description="The verdict in one line")]
    id: Annotated[int, Meta(description="Number of it, which does not change")]
    is_from_fork: Annotated[bool, Meta(description="Whether it comes from a fork")]
    is_open: Annotated[bool, Meta(description="Whether it is open")]
    judged_at: Annotated[str, Meta(description="When it was judged last")] | None
    judgement: Annotated[PullJudgement, Meta(description="What was judged")] | None
    merged_as: (
        Annotated[
            str, Meta(description="Commit that it became; null: it is not merged")
        ]
        | None
    )
    number: Annotated[int, Meta(description="None: a merge group.")] | None
    state: Annotated[
        Literal["waiting", "failed", "accepted", "passed", "undecided"],
        Meta(description="State that it is in"),
    ]
    telling: Annotated[ForgeUpdate, Meta(description="How far the forge is up to date")]
    title: Annotated[str, Meta(description="Title")]
    url: Annotated[str, Meta(description="Web address")]
    was_rewritten: Annotated[
        bool, Meta(description="Whether its history was rewritten")
    ]
    webhooks: Annotated[
        list[ReceivedWebhook], Meta(description="Newest calls of the forge")
    ]


class RunDetail(Struct):
    """
    A run, where it came from, what it ran in and what it gave.
    """

    agent: Annotated[str, Meta(description="Name of the agent that measured it")] | None
    base_branch: (
        Annotated[str, Meta(description="Branch that it is compared with")] | None
    )
    branch: Annotated[str, Meta(description="Name of the branch")]
    changed_attributes: Annotated[
        list[AttributeChange],
        Meta(description="What differs from that run; nothing where there is none."),
    ]
    commit: Annotated[CommitRef, Meta(description="The commit")]
    conditions: (
        Annotated[
            Conditions,
            Meta(description="How it was measured, where the agent said it."),
        ]
        | None
    )
    courses: Annotated[
        list[ListedTimeCourse], Meta(description="Time courses that the run recorded")
    ]
    environment: Annotated[
        dict[str, str | int | float | bool],
        Meta(description="Software facts of the run by name"),
    ]
    excluded: (
        Annotated[
            Exclusion,
            Meta(
                description="Why none of its results counts; null: they count, but for those excluded one by one."
            ),
        ]
        | None
    )
    failed: Annotated[list[FailedResult], Meta(description="The first 2,000 at most.")]
    failures: Annotated[int, Meta(description="What failed")]
    files: Annotated[
        list[SavedFile],
        Meta(
            description="Files of tools that it was read from; none where it came as a report."
        ),
    ]
    fingerprint: Annotated[
        dict[str, str | int | float | bool],
        Meta(
            description="Both without what differs in every run: rounds, load, free memory (see `conditions`)."
        ),
    ]
    finished_at: (
        Annotated[str, Meta(description="When it finished; null: it has not")] | None
    )
    id: Annotated[int, Meta(description="Number of it, which does not change")]
    improvements: Annotated[
        int, Meta(description="Change points whose first commit is this run's commit.")
    ]
    is_vetoed: Annotated[
        bool,
        Meta(
            description="The control benchmark vetoed it: its failures are the machine's, and it has no results."
        ),
    ]
    machine: Annotated[str, Meta(description="Name of the machine")] | None
    machine_id: Annotated[int, Meta(description="Number of the machine")] | None
    metric_order: Annotated[
        dict[str, list[str]],
        Meta(description="Metrics by benchmark, the one that matters most first."),
    ]
    mode: (
        Annotated[
            str, Meta(description="How thoroughly it was measured: quick or full")
        ]
        | None
    )
    next: (
        Annotated[
            str,
            Meta(
                description="Cursor of the further results, see `…/results`; null: these are all."
            ),
        ]
        | None
    )
    noisy_machines: Annotated[
        list[NoisyMachine],
        Meta(description="Its machine, where the run itself speaks against it."),
    ]
    previous_run: (
        Annotated[
            int,
            Meta(
                description="The run of its suite before it on its testbed; null: it is the first."
            ),
        ]
        | None
    )
    profiles: Annotated[list[ListedProfile], Meta(description="Profiles")]
    pull_request: Annotated[int, Meta(description="Number of the pull request")] | None
    received_at: Annotated[str, Meta(description="When the server received it")]
    regressions: Annotated[int, Meta(description="How many are regressions")]
    report: Annotated[str, Meta(description="Identifier of the report")]
    results: Annotated[int, Meta(description="How many results it has")]
    rows: Annotated[list[RunResult], Meta(description="The first 2,000 at most.")]
    seed: (
        Annotated[int, Meta(description="Seed of the random order of variants")] | None
    )
    started_at: Annotated[str, Meta(description="When it started")]
    suite: Annotated[str, Meta(description="Name of the suite")]
    suite_id: Annotated[int, Meta(description="Number of the suite")]
    tags: Annotated[dict[str, str], Meta(description="Tags")]
    testbed: Annotated[str, Meta(description="Name of the testbed")]
    trigger: Annotated[str, Meta(description="What started the run")]


class SelectionPreview(Struct):
    """
    Messages of the last seven days, the news in them, and some of the alert groups.
    """

    groups: Annotated[list[AlertGroup], Meta(description="At most 5.")]
    groups_total: Annotated[
        int, Meta(description="How many alert groups pass the selection")
    ]
    messages: Annotated[int, Meta(description="Messages that would have been sent")]
    news: Annotated[int, Meta(description="What is new")]
    since: Annotated[str, Meta(description="Since when")]


class ShownClaim(Struct):
    """
    A claim with its statements, and how it stands on each machine.
    """

    created_by: Annotated[str, Meta(description="Who made it")]
    date: Annotated[
        str, Meta(description="When it was published: a year, a month or a day.")
    ]
    id: Annotated[int, Meta(description="Number of it, which does not change")]
    key: Annotated[str, Meta(description="The key")]
    machine: Annotated[
        str, Meta(description="The machine of the published figures, in words.")
    ]
    machines: Annotated[
        list[ClaimOnMachine],
        Meta(description="By testbed, the one that was measured last in front."),
    ]
    note: Annotated[str, Meta(description="Free text")]
    source: Annotated[str, Meta(description="Where it comes from")]
    statements: Annotated[
        list[ShownStatement],
        Meta(description="In the order of the claim; the first one decides."),
    ]
    suites: Annotated[list[str], Meta(description="Suites whose runs it is judged by.")]
    testbed: Annotated[str, Meta(description="Name of the testbed")]
    title: Annotated[str, Meta(description="Title")]
    updated_at: Annotated[str, Meta(description="When it was changed last")]
    url: Annotated[str, Meta(description="Web address")] | None


class ShownNews(Struct):
    """
    What happened since a person looked last; None for `since`: they never said that they did.
    """

    appeared: Annotated[
        list[AlertGroup], Meta(description="Confirmed since then, at most 12.")
    ]
    appeared_total: Annotated[
        int, Meta(description="Alert groups that opened since the last visit")
    ]
    ended: Annotated[
        list[AlertGroup],
        Meta(description="Fixed, refuted or taken back since then, at most 12."),
    ]
    ended_total: Annotated[
        int, Meta(description="Alert groups that closed since the last visit")
    ]
    machines: Annotated[
        int, Meta(description="Changes of a machine, or of one binary against itself.")
    ]
    runs: Annotated[int, Meta(description="Runs")]
    since: (
        Annotated[str, Meta(description="Null: they never said that they did.")] | None
    )


class SweepCurve(Struct):
    """
    One line of the chart: the values of the axis with every other parameter fixed.

    `rounds`: how many it was judged by, in each of which every value was measured; None where
    the values were compared without rounds.
    """

    best_set: Annotated[
        list[float],
        Meta(description="Values that the data do not distinguish from the best"),
    ]
    best_x: (
        Annotated[float, Meta(description="Value of the axis with the best result")]
        | None
    )
    claim: Annotated[
        Literal["interval", "summary only", "none"],
        Meta(
            description="`interval`: the best set holds the true best with 95 %; otherwise nothing is claimed."
        ),
    ]
    facet: Annotated[
        dict[str, str | int | float | bool],
        Meta(description="Values of the parameters that are fixed"),
    ]
    form: Annotated[SweepForm, Meta(description="Form of the curve")]
    points: Annotated[list[SweepPoint], Meta(description="Points")]
    remarks: Annotated[
        list[str],
        Meta(
            description="What else the curve says, a sentence each, the most useful first."
        ),
    ]
    rounds: (
        Annotated[
            int,
            Meta(
                description="How many it was judged by, round by round; null where values were compared without them."
            ),
        ]
        | None
    )
    sentence: Annotated[str, Meta(description="What it means, in one sentence")]


class SweepPanel(Struct):
    """
    One metric of a sweep: its curves and how they stand to each other.
    """

    crossovers: Annotated[
        list[SweepCrossover], Meta(description="Pairs of curves whose order turns")
    ]
    curves: Annotated[list[SweepCurve], Meta(description="Lines of the chart")]
    direction: Annotated[
        Literal["lower", "higher", "unknown"],
        Meta(description="Which values are better: lower or higher"),
    ]
    failed: Annotated[
        list[float], Meta(description="Axis values whose variant failed.")
    ]
    metric: Annotated[str, Meta(description="Name of the metric")]
    unit: Annotated[str, Meta(description="Unit of the values")]


class TriageReport(Struct):
    better: Annotated[
        list[AlertGroup], Meta(description="Improvements that opened this week.")
    ]
    ended: Annotated[
        list[AlertGroup], Meta(description="Fixed, accepted, withdrawn or no change.")
    ]
    found: Annotated[
        list[AlertGroup],
        Meta(
            description="Opened this week for old commits, in results that came later."
        ),
    ]
    markdown: Annotated[str, Meta(description="The report as Markdown")]
    muted: Annotated[
        list[AlertGroup], Meta(description="Still open, and nobody is alerted of them.")
    ]
    new: Annotated[list[AlertGroup], Meta(description="Opened this week, worst first.")]
    waiting: Annotated[
        list[AlertGroup], Meta(description="Opened before this week and still open.")
    ]
    week: Annotated[str, Meta(description="Such as 2026-W47.")]


class ClaimList(Struct):
    rows: Annotated[list[ShownClaim], Meta(description="By their keys.")]


class DerivedHistory(Struct):
    """
    A history whose series are lines of the formula, their ids counting from -1 downwards.

    `n` is the fewest samples behind any operand at that commit, `run` that of the first operand.
    """

    history: Annotated[History, Meta(description="What came before")]
    notes: Annotated[
        list[str],
        Meta(description="What is left out, and where an interval cannot be known."),
    ]
    operands: Annotated[
        list[SeriesLabel], Meta(description="The series that the formula names.")
    ]


class Overview(Struct):
    acknowledged_total: Annotated[
        int, Meta(description="Groups of changes that somebody takes care of.")
    ]
    agents: Annotated[list[Agent], Meta(description="Agents on the machine")]
    as_of: Annotated[
        str,
        Meta(
            description="When it was read, by the server's clock: mark this as seen, nothing later."
        ),
    ]
    failed_reports: Annotated[int, Meta(description="Reports that could not be read")]
    machines: Annotated[list[MachineHealth], Meta(description="Machines")]
    news: Annotated[ShownNews, Meta(description="What is new")]
    open: Annotated[OpenChanges, Meta(description="What is open")]
    open_change_total: Annotated[
        int,
        Meta(
            description="Confirmed steps that the code may have made and nobody takes care of."
        ),
    ]
    outages: Annotated[
        list[Outage], Meta(description="What should report and does not.")
    ]
    pending_reports: Annotated[int, Meta(description="Accepted and not yet ingested.")]
    project: Annotated[Project, Meta(description="Short name of the project")]
    pulls: Annotated[OpenPulls, Meta(description="Pull requests")]
    recent_runs: Annotated[list[ListedRun], Meta(description="At most 20.")]
    suites: Annotated[list[SuiteCard], Meta(description="Suites")]
    suspected_total: Annotated[
        int,
        Meta(
            description="Steps that the newest runs hint at and nothing confirms yet; no part of any other count."
        ),
    ]
    totals: Annotated[Totals, Meta(description="Counts of what is stored")]


class PeoplePage(Struct):
    """
    Accounts by name.
    """

    next: (
        Annotated[
            str, Meta(description="Cursor of the next page; null: this is the last.")
        ]
        | None
    )
    rows: Annotated[list[Person], Meta(description="By name.")]
    total: Annotated[int, Meta(description="Accounts that fit in all.")]


class SweepDetail(Struct):
    """
    A sweep in one run; `seconds` are parameters that it was measured over as well.
    """

    agreements: Annotated[
        list[SweepAgreement], Meta(description="What several metrics say together")
    ]
    axis: Annotated[str, Meta(description="Parameter that the sweep runs over")]
    benchmark: Annotated[str, Meta(description="Name of the benchmark")]
    branch: Annotated[str, Meta(description="Name of the branch")]
    crossovers: Annotated[
        list[SweepCrossover], Meta(description="Pairs of curves whose order turns")
    ]
    curves: Annotated[list[SweepCurve], Meta(description="Lines of the chart")]
    default: (
        Annotated[
            float,
            Meta(
                description="What holds where nobody sets the parameter, as the suite says it."
            ),
        ]
        | None
    )
    direction: Annotated[
        Literal["lower", "higher", "unknown"],
        Meta(description="Which values are better: lower or higher"),
    ]
    failed: Annotated[
        list[float], Meta(description="Axis values whose variant failed.")
    ]
    margin: Annotated[
        float,
        Meta(
            description="Values at most this share worse than the best count as equally good."
        ),
    ]
    marks: Annotated[
        list[SweepMark],
        Meta(description="Values of the axis with a meaning on this machine"),
    ]
    metric: Annotated[str, Meta(description="Name of the metric")]
    metrics: Annotated[list[str], Meta(description="Names of the metrics")]
    noisy_machines: Annotated[
        list[NoisyMachine],
        Meta(
            description="The machine of the run, where the run itself speaks against it."
        ),
    ]
    panels: Annotated[
        list[SweepPanel], Meta(description="The other metrics that were asked for.")
    ]
    run: Annotated[ListedRun, Meta(description="The run")]
    runs: Annotated[
        list[ListedRun],
        Meta(description="Runs that measured this sweep, newest first, at most 50."),
    ]
    seconds: Annotated[
        list[str], Meta(description="Parameters that it was measured over as well.")
    ]
    suite: Annotated[str, Meta(description="Name of the suite")]
    testbed: Annotated[str, Meta(description="Name of the testbed")]
    testbeds: Annotated[list[str], Meta(description="Names of the testbeds")]
    unit: Annotated[str, Meta(description="Unit of the values")]
