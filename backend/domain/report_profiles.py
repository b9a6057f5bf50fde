"""What the profiles of a report must satisfy beyond their shape."""

from collections.abc import Collection, Iterator
from typing import Protocol

from backend.domain.errors import Fault, InvalidError
from backend.domain.parameters import variant_key
from backend.domain.profiles import stacks_of, unpack
from backend.domain.reports import Profile, Report


class ProfileLimits(Protocol):
    """The sizes that settings allow."""

    @property
    def profiles(self) -> int: ...
    @property
    def profile_bytes(self) -> int: ...
    @property
    def unpacked_profile_bytes(self) -> int: ...


def profile_faults(report: Report, limits: ProfileLimits) -> Iterator[Fault]:
    """Yield what is wrong with the profiles of a report."""
    if len(report.profiles) > limits.profiles:
        reason = f"{len(report.profiles)} profiles are more than the limit of {limits.profiles}"
        yield Fault("/profiles", reason, "send those of fewer variants")
        return
    measured = {(one.benchmark, variant_key(one.parameters)) for one in report.results}
    for index, profile in enumerate(report.profiles):
        yield from _faults_of(f"/profiles/{index}", profile, measured, limits)


def _faults_of(
    pointer: str,
    profile: Profile,
    measured: Collection[tuple[str, bytes]],
    limits: ProfileLimits,
) -> Iterator[Fault]:
    if (profile.benchmark, variant_key(profile.parameters)) not in measured:
        reason = "no result has this benchmark and these parameters"
        yield Fault(pointer, reason, "profile a variant that the report has a result of")
    size = len(profile.folded.data)
    if size > limits.profile_bytes:
        reason = f"{size} bytes are more than the limit of {limits.profile_bytes}"
        yield Fault(f"{pointer}/folded/data", reason, "leave out the smallest stacks")
        return
    total = sum(group.samples for group in profile.groups)
    if any(group.samples > profile.samples for group in profile.groups):
        reason = f"a group has more samples than the profile, which has {profile.samples}"
        yield Fault(f"{pointer}/groups", reason, f"the groups together have {total}")
    try:
        counted = sum(
            count
            for _, count in stacks_of(unpack(profile.folded.data, limits.unpacked_profile_bytes))
        )
    except InvalidError as error:
        remedy = "send gzip of lines such as main;parse;read 17, in base64"
        yield Fault(f"{pointer}/folded/data", str(error), remedy)
        return
    if counted != profile.samples:
        reason = f"the stacks have {counted} samples, the profile says {profile.samples}"
        yield Fault(f"{pointer}/samples", reason, "send the sum of the counts")
