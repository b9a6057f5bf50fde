"""What the profiles of a report must satisfy beyond their shape."""

from collections.abc import Collection, Iterator
from typing import Protocol

from backend.domain.catalogue.parameters import variant_key
from backend.domain.errors import Fault, InvalidError
from backend.domain.reports.format import Profile, Report
from backend.domain.reports.profiles import stacks_of, unpack


class ProfileLimits(Protocol):
    """The sizes that settings allow."""

    @property
    def profiles(self) -> int: ...
    @property
    def profile_bytes(self) -> int: ...
    @property
    def unpacked_profile_bytes(self) -> int: ...
    @property
    def unpacked_profiles_bytes(self) -> int: ...


def profile_faults(report: Report, limits: ProfileLimits) -> Iterator[Fault]:
    """Yield what is wrong with the profiles of a report."""
    if len(report.profiles) > limits.profiles:
        reason = f"{len(report.profiles)} profiles are more than the limit of {limits.profiles}"
        yield Fault("/profiles", reason, "send those of fewer variants")
        return
    if not report.profiles:
        return
    measured = {(one.benchmark, variant_key(one.parameters)) for one in report.results}
    left = limits.unpacked_profiles_bytes
    for index, profile in enumerate(report.profiles):
        pointer = f"/profiles/{index}"
        yield from _head_faults(pointer, profile, measured)
        if len(profile.folded.data) > limits.profile_bytes:
            reason = f"{len(profile.folded.data)} bytes are more than the limit"
            remedy = f"leave out the smallest stacks; {limits.profile_bytes} bytes may be sent"
            yield Fault(f"{pointer}/folded/data", reason, remedy)
            continue
        try:
            lines = unpack(profile.folded.data, min(left, limits.unpacked_profile_bytes))
            yield from _stack_faults(pointer, profile, lines)
        except InvalidError as error:
            remedy = "send gzip of lines such as main;parse;read 17, in base64"
            yield Fault(f"{pointer}/folded/data", str(error), remedy)
        else:
            left -= len(lines)


def _head_faults(
    pointer: str, profile: Profile, measured: Collection[tuple[str, bytes]]
) -> Iterator[Fault]:
    if (profile.benchmark, variant_key(profile.parameters)) not in measured:
        reason = "no result has this benchmark and these parameters"
        yield Fault(pointer, reason, "profile a variant that the report has a result of")
    total = sum(group.samples for group in profile.groups)
    if any(group.samples > profile.samples for group in profile.groups):
        reason = f"a group has more samples than the profile, which has {profile.samples}"
        yield Fault(f"{pointer}/groups", reason, f"the groups together have {total}")


def _stack_faults(pointer: str, profile: Profile, lines: bytes) -> Iterator[Fault]:
    counted = sum(count for _, count in stacks_of(lines))
    if counted != profile.samples:
        reason = f"the stacks have {counted} samples, the profile says {profile.samples}"
        yield Fault(f"{pointer}/samples", reason, "send the sum of the counts")
