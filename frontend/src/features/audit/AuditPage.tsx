/** Who wrote what in a project, and from where. */

import { useParams } from "@tanstack/react-router";
import { useUrlState } from "@/ui/url/useUrlState";
import { AuditView } from "./AuditView";
import { queryOf } from "./auditModel";
import { useEvents } from "./auditQuery";
import { auditCodec } from "./auditUrl";

export function AuditPage() {
  const { project } = useParams({ from: "/p/$project/settings/audit" });
  const [state, change] = useUrlState(auditCodec);
  const query = useEvents(project, queryOf(state));
  return (
    <AuditView project={project} query={query} state={state} onChange={change}>
      Whatever is written in this project appears here: reports, judgements, keys, members. What was
      written before the trail began is not in it.
    </AuditView>
  );
}
