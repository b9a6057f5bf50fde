import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it, vi } from "vitest";
import { ApiError } from "@/api/errors";
import { Form } from "./Form";
import { TextField } from "./TextField";

function refusal(...pointers: string[]) {
  const faults = pointers.map((pointer) => ({
    pointer,
    line: null,
    column: null,
    reason: `${pointer} is wrong`,
    remedy: "write another",
  }));
  return new ApiError({ type: "about:blank", title: "Refused", status: 422, detail: "No", faults });
}

function open(error: Error | null, isPending = false) {
  const onSubmit = vi.fn();
  render(
    <Form
      label="New thing"
      onSubmit={onSubmit}
      send="Keep it"
      action={{ error, isPending }}
      failure="Nothing was kept."
    >
      <TextField label="Name" pointer="/name" value="" onChange={() => undefined} />
    </Form>,
  );
  return onSubmit;
}

it("shows what the server minds at the field it names, and says no more where that is all", () => {
  open(refusal("/name"));
  expect(screen.getByLabelText("Name")).toHaveAccessibleDescription(
    "/name is wrong: write another",
  );
  expect(screen.queryByText("Nothing was kept.")).toBeNull();
});

it("says below what belongs to no field", () => {
  open(refusal("/name", "/other"));
  expect(screen.getByText("Nothing was kept.")).toBeVisible();
  expect(screen.getByText("/other")).toBeVisible();
});

it("is sent by its button", async () => {
  const onSubmit = open(null);
  await userEvent.click(screen.getByRole("button", { name: "Keep it" }));
  expect(onSubmit).toHaveBeenCalledOnce();
});

it("is not sent twice while it is under way", () => {
  open(null, true);
  expect(screen.getByRole("button", { name: "Keep it" })).toBeDisabled();
});
