/** Who belongs to the project, as what, and who is invited. */

import { useParams } from "@tanstack/react-router";
import { useMemo, useState } from "react";
import type { Invitation, Member, MemberList, RoleName } from "@/api/types";
import { Button } from "@/ui/controls/Button";
import { CopyButton } from "@/ui/controls/CopyButton";
import { Form } from "@/ui/controls/Form";
import { Select } from "@/ui/controls/Select";
import { TextField } from "@/ui/controls/TextField";
import { EmptyState } from "@/ui/feedback/EmptyState";
import { ErrorState } from "@/ui/feedback/ErrorState";
import { QueryBoundary } from "@/ui/feedback/QueryBoundary";
import { Skeleton } from "@/ui/feedback/Skeleton";
import { offerUndo } from "@/ui/feedback/undoStore";
import { UNDO_S, useDelayed } from "@/ui/feedback/useDelayed";
import { Page, Section } from "@/ui/layout/Page";
import { Panel } from "@/ui/layout/Panel";
import { type Column, Table } from "@/ui/tables/Table";
import { RelativeTime } from "@/ui/words/RelativeTime";
import styles from "./Members.module.css";
import { useInvite, useMembers, useRole, useWithdraw } from "./membersQuery";

export function MembersPage() {
  const { project } = useParams({ from: "/p/$project/settings/members" });
  const query = useMembers(project);
  return (
    <QueryBoundary
      query={query}
      failure="The members could not be loaded."
      skeleton={<Skeleton height={320} />}
    >
      {(body) => <Members project={project} body={body} />}
    </QueryBoundary>
  );
}

function Members({ project, body }: { project: string; body: MemberList }) {
  const { members, invitations } = body;
  return (
    <Page title="Members" answer={answerOf(members, invitations.length)}>
      <Section title="Invite somebody">
        <InviteForm project={project} />
      </Section>
      <Section title="Members">
        {members.length === 0 ? (
          <EmptyState title="Nobody belongs to this project yet.">
            Those who accept an invitation appear here with their role. Administrators see and do
            everything without being members.
          </EmptyState>
        ) : (
          <MemberTable project={project} members={members} />
        )}
      </Section>
      {invitations.length === 0 ? null : (
        <Section title="Open invitations">
          <InvitationTable project={project} invitations={invitations} />
        </Section>
      )}
    </Page>
  );
}

function MemberTable({ project, members }: { project: string; members: readonly Member[] }) {
  const role = useRole(project);
  const removal = useDelayed((id) => role.mutate({ id, role: null }));
  const columns = useMemo<Column<Member>[]>(() => {
    const change = (member: Member, wanted: string) => {
      const back = () => role.mutateAsync({ id: member.id, role: member.role });
      const label = `${member.name} is ${wanted} now`;
      role.mutate(
        { id: member.id, role: roleOf(wanted) },
        { onSuccess: () => offerUndo({ label, undo: async () => void (await back()) }) },
      );
    };
    return [
      {
        id: "name",
        head: "Name",
        isWide: true,
        sortBy: (one) => one.name,
        cell: (one) => one.name,
      },
      { id: "email", head: "E-mail address", cell: (one) => one.email },
      {
        id: "role",
        head: "Role",
        cell: (one) => <RoleChoice member={one} onChange={(wanted) => change(one, wanted)} />,
      },
      {
        id: "since",
        head: "Since",
        cell: (one) => <RelativeTime at={one.since} />,
      },
      {
        id: "remove",
        head: "Removal",
        isAction: true,
        cell: (one) => (
          <Leaving
            id={one.id}
            verb="Remove"
            label={`Remove ${one.name}`}
            past="removed"
            delayed={removal}
          />
        ),
      },
    ];
  }, [removal, role.mutate, role.mutateAsync]);
  return (
    <>
      <ErrorState error={role.error} what="The member stays as they were." />
      <Table caption="Members" columns={columns} rows={members} rowKey={(one) => one.id} />
    </>
  );
}

function RoleChoice({ member, onChange }: { member: Member; onChange: (role: string) => void }) {
  return (
    <select
      aria-label={`Role of ${member.name}`}
      value={member.role}
      onChange={(event) => onChange(event.target.value)}
    >
      {ROLES.map(({ value }) => (
        <option key={value} value={value}>
          {value}
        </option>
      ))}
    </select>
  );
}

interface InvitationTableProps {
  project: string;
  invitations: readonly Invitation[];
}

function InvitationTable({ project, invitations }: InvitationTableProps) {
  const withdraw = useWithdraw(project);
  const withdrawal = useDelayed(withdraw.mutate);
  const columns = useMemo<Column<Invitation>[]>(
    () => [
      { id: "email", head: "For", isWide: true, cell: (one) => one.email },
      { id: "role", head: "As", cell: (one) => one.role },
      { id: "by", head: "Invited by", cell: (one) => one.invited_by },
      { id: "until", head: "Until", cell: (one) => <RelativeTime at={one.expires_at} /> },
      {
        id: "withdraw",
        head: "Withdrawal",
        isAction: true,
        cell: (one) => (
          <Leaving
            id={one.id}
            verb="Withdraw"
            label={`Withdraw the invitation of ${one.email}`}
            past="withdrawn"
            delayed={withdrawal}
          />
        ),
      },
    ],
    [withdrawal],
  );
  return (
    <>
      <ErrorState error={withdraw.error} what="The invitation stays open." />
      <Table
        caption="Open invitations"
        columns={columns}
        rows={invitations}
        rowKey={(one) => one.id}
      />
    </>
  );
}

interface LeavingProps {
  id: number;
  /** What is done: "Remove". */
  verb: string;
  /** What is done to whom, for screen readers. */
  label: string;
  /** What then is: "removed". */
  past: string;
  delayed: ReturnType<typeof useDelayed>;
}

/** Something that ends in ten seconds unless it is taken back. */
function Leaving({ id, verb, label, past, delayed }: LeavingProps) {
  if (delayed.waiting.has(id)) {
    return (
      <span className={styles.actions} role="status">
        {past} in {UNDO_S} s <Button onClick={() => delayed.undo(id)}>Undo</Button>
      </span>
    );
  }
  return (
    <Button kind="danger" aria-label={label} onClick={() => delayed.start(id)}>
      {verb}
    </Button>
  );
}

/** Invites somebody and shows the link this one time; the server sends nothing by itself. */
function InviteForm({ project }: { project: string }) {
  const [email, setEmail] = useState("");
  const [role, setRole] = useState("viewer");
  const invite = useInvite(project);
  const submit = () => {
    const wanted = { email, role: roleOf(role), expires_in_days: 7 };
    invite.mutate(wanted, { onSuccess: () => setEmail("") });
  };
  return (
    <Panel>
      <Form
        className={styles.form}
        label="Invite"
        onSubmit={submit}
        send="Invite"
        isIncomplete={email === ""}
        action={invite}
        failure="Nobody was invited."
        meaning="Nothing was stored."
      >
        <TextField
          label="E-mail address"
          type="email"
          placeholder="ada@example.org"
          value={email}
          onChange={setEmail}
        />
        <Select label="As" choices={ROLES} value={role} onChange={setRole} />
      </Form>

      {invite.data === undefined ? null : (
        <InvitationLink
          email={invite.data.email}
          address={globalThis.location.origin + invite.data.path}
          onDone={() => invite.reset()}
        />
      )}
    </Panel>
  );
}

interface InvitationLinkProps {
  email: string;
  address: string;
  onDone: () => void;
}

function InvitationLink({ email, address, onDone }: InvitationLinkProps) {
  return (
    <div className={styles.link} role="status">
      <p>
        Send this link to {email}. It works once, for seven days, and is shown this once: copy it
        now.
      </p>
      <code>{address}</code>
      <div className={styles.actions}>
        <CopyButton text={address} label="Copy link" />
        <Button kind="quiet" onClick={onDone}>
          Hide
        </Button>
      </div>
    </div>
  );
}

/** Words and rules of members. */
const ROLES: readonly { value: RoleName; label: string }[] = [
  { value: "viewer", label: "viewer: reads" },
  { value: "triager", label: "triager: judges changes, keeps views" },
  { value: "maintainer", label: "maintainer: uploads, configures, makes keys" },
  { value: "owner", label: "owner: decides who belongs here" },
];

function roleOf(text: string): RoleName {
  return ROLES.find(({ value }) => value === text)?.value ?? "viewer";
}

function answerOf(members: readonly Member[], open: number): string {
  const count = members.length === 1 ? "1 member" : `${members.length || "No"} members`;
  if (open === 0) return count;
  return `${count}, ${open} ${open === 1 ? "invitation" : "invitations"} open`;
}
