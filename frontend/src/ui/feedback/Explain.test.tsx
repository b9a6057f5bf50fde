import { screen, waitFor } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { renderPage } from "@/testing/render";
import { meaningOf } from "@/ui/words/terms";
import { Explain } from "./Explain";

const show = () =>
  renderPage(
    () => (
      <p>
        <Explain term="knee">8 threads</Explain> of 16, <Explain term="plateau" />
      </p>
    ),
    "/",
    "/",
  );
const sentence = meaningOf("knee").text;

describe("an explained statistic", () => {
  it("is explained while the pointer rests on it", async () => {
    const { user } = show();
    const term = await screen.findByRole("button", { name: "8 threads" });
    await user.hover(term);
    expect(await screen.findByText(sentence)).toBeVisible();
    expect(term).toHaveAccessibleDescription(sentence);
    await user.unhover(term);
    await waitFor(() => expect(screen.queryByText(sentence)).not.toBeInTheDocument());
  });

  it("is explained on focus; Enter goes on to how it is made, Escape comes back", async () => {
    const { user, router } = show();
    await screen.findByRole("button", { name: "8 threads" });
    await user.tab();
    await screen.findByText(sentence);
    await user.keyboard("{Enter}");
    expect(screen.getByRole("link", { name: "How it is made" })).toHaveFocus();
    await user.keyboard("{Escape}");
    expect(screen.queryByText(sentence)).not.toBeInTheDocument();
    expect(screen.getByRole("button", { name: "8 threads" })).toHaveFocus();
    await user.keyboard("{Enter}");
    await user.keyboard("{Enter}{Enter}");
    await waitFor(() => expect(router.state.location.href).toBe("/help/methodology#sweeps"));
  });

  it("is explained by a tap, and goes when another place is tapped", async () => {
    const { user } = show();
    const term = await screen.findByRole("button", { name: "8 threads" });
    await user.pointer({ keys: "[TouchA]", target: term });
    expect(await screen.findByText(sentence)).toBeVisible();
    await user.pointer({ keys: "[TouchA]", target: document.body });
    await waitFor(() => expect(screen.queryByText(sentence)).not.toBeInTheDocument());
  });

  it("may be a mark beside something, with a name of its own", async () => {
    show();
    expect(await screen.findByRole("button", { name: "What is Plateau?" })).toBeVisible();
  });
});
