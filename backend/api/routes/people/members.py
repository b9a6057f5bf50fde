"""Who belongs to a project, and who is invited."""

from http import HTTPStatus

from fastapi import APIRouter

from backend.api.audited import writes
from backend.api.dependencies import CurrentActor, Db, PeopledProject
from backend.api.parameters.filters import Id
from backend.api.schemas.people import members as schema
from backend.api.shared_calls import Call
from backend.domain.people.rights import Role
from backend.services.people.invite import change_role, invite, remove_member, withdraw_invitation
from backend.storage.people.members import members_of, open_invitations

router = APIRouter(prefix="/projects/{project}", tags=["members"], route_class=Call)


@router.get("/members")
def list_members(db: Db, project: PeopledProject) -> schema.MemberList:
    """Return the members by name, and the invitations that are open."""
    return schema.MemberList.model_validate(
        {
            "members": members_of(db, project.id),
            "invitations": open_invitations(db, project.id),
        },
        from_attributes=True,
    )


@router.put(
    "/members/{user_id}",
    status_code=HTTPStatus.NO_CONTENT,
    dependencies=[writes("changed", "member")],
)
def give_role(user_id: Id, wanted: schema.RoleChange, db: Db, project: PeopledProject) -> None:
    """Give a member another role."""
    change_role(db, project, user_id, Role(wanted.role))


@router.delete(
    "/members/{user_id}",
    status_code=HTTPStatus.NO_CONTENT,
    dependencies=[writes("removed", "member")],
)
def end_membership(user_id: Id, db: Db, project: PeopledProject) -> None:
    """Remove a member; what they did stays, and so does their account."""
    remove_member(db, project, user_id)


@router.post(
    "/invitations", status_code=HTTPStatus.CREATED, dependencies=[writes("made", "invitation")]
)
def add_invitation(
    wanted: schema.NewInvitation, db: Db, project: PeopledProject, actor: CurrentActor
) -> schema.CreatedInvitation:
    """Invite somebody by a link that works once; send it yourself, the server sends nothing."""
    told = (wanted.email, Role(wanted.role))
    kept, token = invite(db, project, actor, told, wanted.expires_in_days)
    shown = schema.Invitation.model_validate(kept, from_attributes=True)
    return schema.CreatedInvitation(path=f"/join?token={token}", **shown.model_dump())


@router.delete(
    "/invitations/{invitation_id}",
    status_code=HTTPStatus.NO_CONTENT,
    dependencies=[writes("withdrew", "invitation")],
)
def end_invitation(invitation_id: Id, db: Db, project: PeopledProject) -> None:
    """Withdraw an invitation that is open."""
    withdraw_invitation(db, project, invitation_id)
