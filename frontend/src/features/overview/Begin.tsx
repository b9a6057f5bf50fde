/** What an empty project shows: how its first results come, with address, key and name filled in. */

import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { keepNewKey, useNewKey } from "@/api/newKeys";
import { send } from "@/api/requests";
import { useMay } from "@/api/session";
import { Button } from "@/ui/controls/Button";
import { CopyButton } from "@/ui/controls/CopyButton";
import { Tabs } from "@/ui/controls/Tabs";
import { ErrorState } from "@/ui/feedback/ErrorState";
import { useAction } from "@/ui/feedback/useAction";
import { Section } from "@/ui/layout/Page";
import { Panel } from "@/ui/layout/Panel";
import { AddMachine } from "@/ui/measuring/AddMachine";
import { FIRST_RUNS, type Way, waysOf } from "./beginModel";
import styles from "./Overview.module.css";

export function Begin({ project }: { project: string }) {
  const [way, setWay] = useState("shell");
  const secret = useNewKey(project);
  const ways = waysOf({ url: globalThis.location.origin, project, secret });
  return (
    <Section title="Send the first results">
      <Panel>
        {secret === null ? <MakeKey project={project} /> : <NewSecret secret={secret} />}
        <Tabs
          label="Ways to send results"
          selected={way}
          onSelect={setWay}
          tabs={[
            ...ways.map((one) => ({
              id: one.id,
              label: one.label,
              content: <Block project={project} way={one} />,
            })),
            {
              id: "agent",
              label: "This machine's agent",
              content: <Enrol project={project} />,
            },
          ]}
        />
        <p role="status">Waiting for the first report…</p>
      </Panel>
    </Section>
  );
}

function Block({ project, way }: { project: string; way: Way }) {
  return (
    <>
      <p>{way.say}</p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard must reach it */}
      <pre className={styles.block} tabIndex={0}>
        <code>{way.block}</code>
      </pre>
      <CopyButton text={way.block} />
      {way.id === "import" ? (
        <p>
          Or choose the file on the page{" "}
          <Link to="/p/$project/import" params={{ project }}>
            Import
          </Link>
          .
        </p>
      ) : null}
    </>
  );
}

function Enrol({ project }: { project: string }) {
  return (
    <>
      <p>
        The line is for a checkout of Tidemark whose agent is built. It measures the suites there.
      </p>
      <AddMachine project={project} serve={FIRST_RUNS} />
    </>
  );
}

function NewSecret({ secret }: { secret: string }) {
  return (
    <p>
      The key <code>{secret}</code> is filled in below. It is shown until this page is closed, and
      never again.
    </p>
  );
}

/** The blocks need a key; one that was made before cannot be shown again. */
function MakeKey({ project }: { project: string }) {
  const mayMake = useMay(project, "manage keys");
  const make = useAction(async () => {
    const body = {
      name: "first results",
      scopes: ["report" as const, "read" as const, "agent" as const],
      testbed: null,
      expires_in_days: null,
    };
    const { secret } = await send("post", "keys", { project }, body);
    keepNewKey(project, secret);
  }, [[project, "keys"]]);
  if (!mayMake) return <p>Ask a maintainer of the project for a key that may report.</p>;
  return (
    <>
      <Button
        kind="primary"
        className={styles.make}
        disabled={make.isPending}
        onClick={() => make.mutate()}
      >
        Create key
      </Button>
      <ErrorState error={make.error} what="The key was not made." />
    </>
  );
}
