/** Before the click: what the quotas of machine minutes leave, or when a new job starts. */

import { quotaWords } from "@/ui/words/priceWords";
import { RelativeTime } from "@/ui/words/RelativeTime";
import { useQuotas } from "./measureQuery";

export function QuotaLeft({ project }: { project: string }) {
  const { data } = useQuotas(project);
  const words = data === undefined ? null : quotaWords(data);
  if (words === null) return null;
  return (
    <>
      {" "}
      {words.text}
      {words.startsAt === null ? null : (
        <>
          {" "}
          A new job starts <RelativeTime at={words.startsAt} />.
        </>
      )}
    </>
  );
}
