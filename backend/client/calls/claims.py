"""Calls: claims. Made by scripts/python_client.py of the API's description; do not edit."""

from __future__ import annotations

from backend.client.call import ApiCall, quoted
from backend.client.models_gen import ClaimDetail, ClaimImport, ClaimList, SavedClaims


def claims(project: str) -> ApiCall[ClaimList]:
    """List published results, each with its verdict on every machine that measured it."""
    return ApiCall("GET", f"/projects/{quoted(project)}/claims", ClaimList)


def import_file(project: str, *, body: ClaimImport) -> ApiCall[SavedClaims]:
    """Keep the claims of a file, all or none; a key that is known replaces its claim."""
    return ApiCall("POST", f"/projects/{quoted(project)}/claims/imports", SavedClaims, body=body)


def claim(project: str, claim_id: int) -> ApiCall[ClaimDetail]:
    """Give one claim: published figures beside measured ones, over commits and machines."""
    return ApiCall("GET", f"/projects/{quoted(project)}/claims/{quoted(claim_id)}", ClaimDetail)


def remove(project: str, claim_id: int) -> ApiCall[None]:
    """Take a claim off every list; `restore` brings it back."""
    return ApiCall("DELETE", f"/projects/{quoted(project)}/claims/{quoted(claim_id)}", None)


def restore(project: str, claim_id: int) -> ApiCall[ClaimDetail]:
    """Bring a removed claim back; it is judged by what came meanwhile."""
    return ApiCall(
        "POST", f"/projects/{quoted(project)}/claims/{quoted(claim_id)}/restore", ClaimDetail
    )
