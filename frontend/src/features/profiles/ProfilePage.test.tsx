import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { aCommit } from "@/testing/builders";
import { answerStacks, aPlace, aProfileDetail } from "@/testing/profileBuilders";
import { renderPage } from "@/testing/render";
import { answer, fail } from "@/testing/server";
import { ProfilePage } from "./ProfilePage";

const NOW = ["main;read;parse 600", "main;read;copy_[k] 300", "main;write 100"];
const BEFORE = ["main;read;parse 300", "main;read;copy_[k] 310", "main;free 90"];

function openProfile(search = "") {
  return renderPage(ProfilePage, "/p/$project/profiles/$profile", `/p/demo/profiles/5${search}`);
}

function answerProfile() {
  answer("/projects/demo/profiles/5", aProfileDetail());
  answer("/projects/demo/profiles/5/peers", {
    place: aPlace(),
    same_variant: [aPlace({ id: 4, run: 0, started_at: "2026-01-01T00:00:00Z" })],
    same_run: [aPlace({ id: 6, parameters: { engine: "tokio" } })],
  });
  answerStacks(5, NOW);
}

describe("the page of a profile", () => {
  it("says first which function takes most time, with its interval", async () => {
    answerProfile();
    openProfile();
    const answerLine = await screen.findByRole("heading", { level: 1, name: /parse takes/ });
    expect(answerLine.textContent).toMatch(/^parse takes 60.% \[56\.9, 63\.0\] of the CPU/);
    const row = screen.getByRole("row", { name: /read/ });
    expect(row.textContent).toBe("read090.0");
  });

  it("walks the frames by keys and zooms into one; the address keeps it", async () => {
    answerProfile();
    const { user, router } = openProfile();
    const graph = await screen.findByRole("group", { name: /Flame graph/ });
    graph.focus();
    await user.keyboard("{ArrowDown}{ArrowDown}");
    expect(screen.getByText(/^read: 90\.0.ms \(90.%\) with what it calls/)).toBeTruthy();
    await user.keyboard("{Enter}");
    await waitFor(() => expect(router.state.location.searchStr).toBe("?at=2"));
    await user.click(screen.getByRole("button", { name: "Show all" }));
    await waitFor(() => expect(router.state.location.searchStr).toBe(""));
  });

  it("finds a function in graph and table", async () => {
    answerProfile();
    const { user, router } = openProfile();
    await user.type(await screen.findByRole("searchbox", { name: "Find a function" }), "copy");
    await screen.findByText(/1 frame matches: 30.% of this profile/);
    expect(screen.getAllByRole("row")).toHaveLength(2);
    expect(router.state.location.searchStr).toBe("?search=copy");
  });

  it("tells the difference to another profile, and what it cannot tell", async () => {
    answerProfile();
    answer("/projects/demo/profiles/4", aProfileDetail({ id: 4, samples: 700, cpu_s: 0.7 }));
    answerStacks(4, BEFORE);
    const { user, router } = openProfile();
    await user.selectOptions(
      await screen.findByRole("combobox", { name: "Compare with (baseline)" }),
      "4",
    );
    expect(
      (await screen.findByRole("heading", { level: 1, name: /largest difference/ })).textContent,
    ).toMatch(/is parse: \+30\.0.ms \[24\.1, 35\.9\] of CPU time a repetition, by/);
    expect(router.state.location.searchStr).toBe("?base=4");
    const parse = within(screen.getByRole("row", { name: /parse/ }));
    expect(parse.getAllByText(/▲ \+30\.0 \[/)).toHaveLength(2);
    expect(screen.getByRole("row", { name: /copy/ }).textContent).not.toMatch(/[▲▼]/);
    expect(screen.getByRole("row", { name: /free/ }).textContent).toMatch(/▼ −9/);
  });

  it("says of allocations who makes them, and by how much they differ, with no chance in it", async () => {
    const detail = { kind: "allocated_bytes", unit: "bytes", cpu_s: null, repetitions: 1 } as const;
    answer("/projects/demo/profiles/5", aProfileDetail(detail));
    answer("/projects/demo/profiles/5/peers", {
      place: aPlace({ kind: "allocated_bytes" }),
      same_variant: [aPlace({ id: 4, kind: "allocated_bytes", run: 0 })],
      same_run: [],
    });
    answerStacks(5, NOW);
    answer("/projects/demo/profiles/4", aProfileDetail({ ...detail, id: 4, samples: 700 }));
    answerStacks(4, BEFORE);
    const { user } = openProfile();
    await screen.findByRole("heading", { level: 1, name: /^parse asks for 60.% of all bytes/ });
    expect(screen.getByText(/Width is bytes allocated: 1.?000.B/)).toBeTruthy();
    await user.selectOptions(
      await screen.findByRole("combobox", { name: "Compare with (baseline)" }),
      "4",
    );
    await screen.findByRole("heading", { level: 1, name: /is parse: \+300.B by itself\.$/ });
    expect(screen.getByRole("row", { name: /copy/ }).textContent).toMatch(/▼ −10$/);
  });

  it("says what happened when the stacks cannot be loaded", async () => {
    answerProfile();
    fail("/projects/demo/profiles/5/stacks", { status: 503, detail: "The database is away." });
    openProfile();
    expect(await screen.findByText(/The profile could not be loaded/)).toBeTruthy();
  });
});

describe("what stands around a profile", () => {
  it("offers runs by the title of their commit, in groups", async () => {
    answerProfile();
    answer("/projects/demo/profiles/5/peers", {
      place: aPlace(),
      same_variant: [
        aPlace({ id: 4, run: 3, commit: aCommit({ name: "v1", subject: "Read at once" }) }),
        aPlace({ id: 3, run: 2, testbed: "attic", commit: aCommit({ name: "v0", subject: "" }) }),
      ],
      same_run: [aPlace({ id: 6, parameters: { engine: "tokio" } })],
    });
    openProfile();
    const runs = await screen.findByRole("group", { name: "This variant in other runs" });
    expect(
      within(runs)
        .getAllByRole("option")
        .map((one) => one.textContent),
    ).toEqual(["v1 Read at once, run 3, 2026-01-02", "v0, run 2 on attic, 2026-01-02"]);
    const variants = screen.getByRole("group", { name: "Other variants of this run" });
    expect(within(variants).getByRole("option").textContent).toBe("read engine=tokio");
  });

  it("says in words that it waits for the stacks", async () => {
    answerProfile();
    const { container } = openProfile();
    expect(await screen.findByText("The stacks are being read.")).toBeVisible();
    expect(container.querySelector("[style*='height']")).toBeNull();
    await screen.findByRole("heading", { level: 1, name: /parse takes/ });
    expect(screen.queryByText("The stacks are being read.")).toBeNull();
  });
});
