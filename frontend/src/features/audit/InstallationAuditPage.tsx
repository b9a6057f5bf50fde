/** Who came in, and what was done to the whole installation; for administrators. */

import { useUrlState } from "@/ui/url/useUrlState";
import { AuditView } from "./AuditView";
import { queryOf } from "./auditModel";
import { useEventsOfInstallation } from "./auditQuery";
import { auditCodec } from "./auditUrl";

export function InstallationAuditPage() {
  const [state, change] = useUrlState(auditCodec);
  const query = useEventsOfInstallation(queryOf(state));
  return (
    <AuditView project={null} query={query} state={state} onChange={change}>
      Whoever comes in, fails to, or founds a project appears here. What is done in a project is in
      its own trail.
    </AuditView>
  );
}
