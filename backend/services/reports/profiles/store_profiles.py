"""Keep the profiles of a report beside its run."""

import hashlib
from base64 import b64decode

import msgspec
from sqlalchemy.orm import Session

from backend.domain.catalogue.parameters import variant_key
from backend.domain.filled import filled
from backend.domain.reports.format import Profile
from backend.services.reports.resolve_names import NamedReport
from backend.storage.reports import profiles
from backend.storage.reports.profiles import NewProfile


def store_profiles(session: Session, project_id: int, run_id: int, named: NamedReport) -> None:
    """Store profiles; those with the same stacks share them."""
    if not named.report.profiles:
        return
    variants = {
        (one.result.benchmark, variant_key(one.result.parameters)): one.variant_id
        for one in named.results
    }
    new = [
        _new_profile(run_id, variants[one.benchmark, variant_key(one.parameters)], one)
        for one in named.report.profiles
    ]
    profiles.add(session, project_id, new)


def _new_profile(run_id: int, variant_id: int, profile: Profile) -> NewProfile:
    body = b64decode(profile.folded.data)
    return filled(
        NewProfile,
        profile,
        run_id=run_id,
        variant_id=variant_id,
        facts=msgspec.to_builtins(
            {
                "repetitions": profile.repetitions,
                "cpu_s": profile.cpu_s,
                "with_symbols": profile.with_symbols,
                "trimmed": profile.trimmed,
            }
        ),
        groups=[msgspec.to_builtins(group) for group in profile.groups],
        content_hash=hashlib.sha256(body).digest(),
        body=body,
    )
