"""Signing in by a one-time link, a password or an invitation, and out again."""

from http import HTTPStatus

from fastapi import APIRouter, Depends, Request, Response

from backend.api.audited import writes, writes_nothing
from backend.api.auth import address_of, demand_own_page, device_of
from backend.api.cookies import give_session, settings_of
from backend.api.dependencies import FOR_EVERYBODY, CurrentActor, Db, Person
from backend.api.routes.people.projects import known
from backend.api.schemas.people import members as schema
from backend.api.schemas.people.projects import AgentUpdates, Session, User
from backend.api.shared_calls import Call
from backend.api.sides import COOKIE
from backend.domain.errors import UnauthenticatedError
from backend.domain.people.members import read_email
from backend.services.people.audit import count_failed_sign_in
from backend.services.people.invite import Newcomer, accept_invitation, open_invitation
from backend.services.people.show_projects import visible_projects
from backend.services.people.sign_in import (
    begin_session,
    change_password,
    end_own_session,
    sign_in_by_password,
)
from backend.services.people.throttle_sign_in import SignInSource

router = APIRouter(tags=["session"], route_class=Call)
FROM_A_PAGE = [FOR_EVERYBODY, Depends(demand_own_page)]
"""Signing in sets a cookie: a page of another site must not do it for somebody."""


@router.get("/session", dependencies=[FOR_EVERYBODY])
def read_session(request: Request, db: Db, actor: CurrentActor) -> Session:
    """Tell who is signed in and which projects they may see."""
    user = actor.user
    account = User.model_validate(user, from_attributes=True) if user else None
    visible = [known(project, actor) for project in visible_projects(db, actor)]
    settings = settings_of(request)
    provider = settings.oidc_name if settings.oidc_issuer else None
    updates = AgentUpdates(channel=settings.agent_channel, key=settings.agent_release_key)
    return Session(
        user=account,
        projects=visible,
        provider=provider,
        sends_mail=bool(settings.smtp_host),
        agent_updates=updates if updates.key and not actor.is_visitor else None,
    )


@router.post(
    "/session",
    status_code=HTTPStatus.NO_CONTENT,
    dependencies=[*FROM_A_PAGE, writes("began", "session")],
)
def begin(given: schema.SignIn, request: Request, response: Response, db: Db) -> None:
    """Sign in by e-mail address and password; wrong ones make one wait longer and longer."""
    source = SignInSource(read_email(given.email), address_of(request))
    way = settings_of(request).session_days, device_of(request)
    try:
        token = sign_in_by_password(db, request.app.state.throttle, source, given.password, way)
    except UnauthenticatedError:
        count_failed_sign_in(db, source.address)
        raise
    give_session(request, response, db, token)


@router.delete(
    "/session",
    status_code=HTTPStatus.NO_CONTENT,
    dependencies=[FOR_EVERYBODY, writes("ended", "session")],
)
def end_session(request: Request, response: Response, db: Db) -> None:
    """Sign out."""
    end_own_session(db, request.cookies.get(COOKIE))
    response.delete_cookie(COOKIE)


@router.put(
    "/session/password",
    status_code=HTTPStatus.NO_CONTENT,
    dependencies=[writes("changed", "password")],
)
def replace_password(
    given: schema.PasswordChange, request: Request, db: Db, person: Person
) -> None:
    """Take a new password; sessions in other browsers end."""
    throttle, address = request.app.state.throttle, address_of(request)
    change_password(db, throttle, person, (given.old, given.new), address)


@router.post(
    "/invitations/opened",
    dependencies=[FOR_EVERYBODY, writes_nothing("shows an invitation")],
)
def look_at_invitation(given: schema.InvitationToken, db: Db) -> schema.OpenedInvitation:
    """Tell what an invitation is for."""
    opened = open_invitation(db, given.token)
    return schema.OpenedInvitation(
        email=opened.invitation.email,
        role=opened.invitation.role.value,
        invited_by=opened.invitation.invited_by,
        project=opened.project.slug,
        project_name=opened.project.name,
        expires_at=opened.invitation.expires_at,
        has_account=opened.has_account,
    )


@router.post("/invitations/accepted", dependencies=[*FROM_A_PAGE, writes("accepted", "invitation")])
def join(
    given: schema.Acceptance, request: Request, response: Response, db: Db, actor: CurrentActor
) -> schema.AcceptedInvitation:
    """Become a member, once; a newcomer gets an account and is signed in."""
    newcomer = Newcomer(given.name, given.password) if given.name and given.password else None
    user_id, project = accept_invitation(db, given.token, actor.user, newcomer)
    if actor.user is None:
        days = settings_of(request).session_days
        session = begin_session(db, user_id, days, device_of(request))
        give_session(request, response, db, session)
    return schema.AcceptedInvitation(project=project.slug)
