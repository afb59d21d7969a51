import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { lineMessages } from "./invitation-lines.ts";
import { personNameProblem } from "./people.ts";
import { voicesInLines } from "./voice-lines.ts";
import { VOICES_MAX, voiceMessages } from "./voices.ts";

const roles = ["Manager", "User"];
const whoIn = (text: string, usual?: string) =>
  voicesInLines(text, { roles, usual }).people.map(({ name, email, role }) => [name, email, role].join("|"));
const whyIn = (text: string) => voicesInLines(text, { roles }).wrong.map(({ line, why }) => `${line}: ${why}`);

describe("a line asks", () => {
  it.each([
    ["Jane Doe <Jane@Example.org>; manager", ["Jane Doe|jane@example.org|Manager"]],
    ["Jane Doe; User;", ["Jane Doe||User"]],
    ['"Doe; Jane" <jane@x.org>; User', ["Doe; Jane|jane@x.org|User"]],
    ["Doe, Jane <jane@x.org>;User\r\nBob Roe;User", ["Doe, Jane|jane@x.org|User", "Bob Roe||User"]],
    ["Jane Doe\tjane@x.org\tUser", ["Jane Doe|jane@x.org|User"]],
    ["Jane Doe\tUser", ["Jane Doe||User"]],
    [" \n;\n,\n", []],
  ])("%j", (text, who) => {
    expect(whoIn(text)).toEqual(who);
    expect(whyIn(text)).toEqual([]);
  });

  it("in the usual role where it names none", () => {
    expect(whoIn("Jane Doe\nBob <bob@x.org>; User", "Manager")).toEqual(["Jane Doe||Manager", "Bob|bob@x.org|User"]);
  });

  it.each([
    ["Jane Doe", voiceMessages.role],
    ["Jane Doe; Boss", voiceMessages.role],
    ["jane@x.org; User", voiceMessages.name],
    ["; User", voiceMessages.name],
    ["Jane <jane@x.org>; Bob <bob@x.org>; User", voiceMessages.columns],
    ["Jane <jane@x>; User", voiceMessages.address],
    ["Jane a@x.org b@x.org; User", lineMessages.several],
    ["Win at evil.com <jane@x.org>; User", personNameProblem("evil.com") ?? ""],
  ])("nobody: %j", (line, why) => {
    expect(whoIn(line)).toEqual([]);
    expect(whyIn(line)).toEqual([`${line}: ${why}`]);
  });

  it("nobody twice, and no more than fit", () => {
    expect(whyIn("Jane <a@x.org>; User\nJim <A@x.org>; User")).toEqual([`Jim <A@x.org>; User: ${voiceMessages.twice}`]);
    const all = Array.from({ length: VOICES_MAX + 1 }, (_, number) => `P ${number}; User`);
    expect(whoIn(all.join("\n"))).toHaveLength(VOICES_MAX);
    expect(whyIn(all.join("\n"))).toEqual([`P ${VOICES_MAX}; User: ${voiceMessages.full}`]);
  });

  it("or says why not, whatever is typed", () => {
    fc.assert(
      fc.property(fc.array(fc.stringMatching(/^[a-z@.;,<>\t" ]{0,20}$/)), (lines) => {
        const { people, wrong } = voicesInLines(lines.join("\n"), { roles, usual: "User" });
        const places = [...people, ...wrong].map(({ at }) => at);
        return new Set(places).size === places.length && people.every(({ name, role }) => name !== "" && roles.includes(role));
      }),
    );
  });
});
