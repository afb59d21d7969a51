import { PassThrough } from "node:stream";
import { expect, it } from "vitest";
import { ConfirmationMissing, requireYes } from "./command.ts";

/** Somebody at a terminal who gives this answer. */
function terminal(answer: string) {
  const input = Object.assign(new PassThrough(), { isTTY: true }) as unknown as typeof process.stdin;
  const output = new PassThrough();
  let shown = "";
  output.on("data", (chunk) => {
    shown += chunk;
  });
  (input as unknown as PassThrough).write(`${answer}\n`);
  return { streams: { input, output: output as unknown as typeof process.stderr }, shown: () => shown };
}

it("a question at a terminal is answered there", async () => {
  const { streams, shown } = terminal("y");
  await requireYes("Make it?", "--new-team", streams);
  expect(shown()).toContain("Make it? [y/N] ");
});

it.each(["", "n", "yesterday"])("%j is no yes", async (answer) => {
  await expect(requireYes("Make it?", "--new-team", terminal(answer).streams)).rejects.toThrow(
    new ConfirmationMissing("Nothing was changed."),
  );
});

it("where nobody is there to answer, an option does", async () => {
  const input = new PassThrough() as unknown as typeof process.stdin;
  await expect(requireYes("Make it?", "--new-team", { input, output: process.stderr })).rejects.toThrow("Make it? If so, add --new-team.");
});
