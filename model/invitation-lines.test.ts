import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { invitedInLines, lineMessages } from "./invitation-lines.ts";
import { INVITE_MAX, INVITE_REFUSAL_WORDS, personNameProblem } from "./people.ts";
import { textMessages } from "./text.ts";

const whoIn = (text: string) => invitedInLines(text).people.map(({ email, name }) => (name === undefined ? email : `${name}: ${email}`));
const whyIn = (text: string) => invitedInLines(text).wrong.map(({ line, why }) => `${line}: ${why}`);

describe("a pasted text names", () => {
  it.each([
    ["Jane Doe <jane@example.org>", ["Jane Doe: jane@example.org"]],
    ["jane@example.org", ["jane@example.org"]],
    ["<JANE@Example.org>", ["jane@example.org"]],
    ["a@x.org\nb@x.org\r\nc@x.org\rd@x.org", ["a@x.org", "b@x.org", "c@x.org", "d@x.org"]],
    ["a@x.org; b@x.org;c@x.org;", ["a@x.org", "b@x.org", "c@x.org"]],
    ["a@x.org, b@x.org,c@x.org,", ["a@x.org", "b@x.org", "c@x.org"]],
    // As Outlook copies its list of recipients.
    ["Doe, Jane <jane@x.org>; Roe, Bob <bob@x.org>", ["Doe, Jane: jane@x.org", "Roe, Bob: bob@x.org"]],
    ["Doe, Jane <jane@x.org>, Roe, Bob <bob@x.org>", ["Doe, Jane: jane@x.org", "Roe, Bob: bob@x.org"]],
    ["'jane@x.org' <jane@x.org>", ["jane@x.org"]],
    // As Thunderbird and Gmail do.
    ['"Doe, Jane" <jane@x.org>, "Roe; Bob" <bob@x.org>', ["Doe, Jane: jane@x.org", "Roe; Bob: bob@x.org"]],
    ["Jane Doe jane@x.org", ["Jane Doe: jane@x.org"]],
    // As a spreadsheet does.
    ["Jane Doe\tjane@x.org\njane2@x.org\tJane Two", ["Jane Doe: jane@x.org", "Jane Two: jane2@x.org"]],
    ["Jane Doe,jane@x.org\njane2@x.org,Jane Two", ["Jane Doe: jane@x.org", "Jane Two: jane2@x.org"]],
    ["jane@x.org (Jane Doe)", ["Jane Doe: jane@x.org"]],
    ["mailto:jane@x.org", ["jane@x.org"]],
    ["Bríd O'Neill <b.o'neill@x.org>", ["Bríd O'Neill: b.o'neill@x.org"]],
    ["\u200bjane@x.org\u200b", ["jane@x.org"]],
    ["Jane\u0007 <jane@x.org>\u000bkim@x.org", ["Jane: jane@x.org", "kim@x.org"]],
    [" \n\t\n;;,,\n", []],
  ])("%j", (text, who) => {
    expect(whoIn(text)).toEqual(who);
    expect(whyIn(text)).toEqual([]);
  });

  it.each([
    ["Jane Doe", lineMessages.none],
    ["jane@example", INVITE_REFUSAL_WORDS.address],
    ["jane@@example.org", INVITE_REFUSAL_WORDS.address],
    ["a@x.org b@x.org", lineMessages.several],
    [`${"J".repeat(101)} <jane@x.org>`, textMessages.tooLong(100)],
    ["Free tickets http://a.example <jane@x.org>", personNameProblem("www.a.example") ?? ""],
  ])("nobody: %j", (line, why) => {
    expect(whoIn(line)).toEqual([]);
    expect(whyIn(line)).toEqual([`${line}: ${why}`]);
  });

  it("each person once, and no more than fit, and keeps the others", () => {
    expect(whyIn("jane@x.org\nJane <Jane@x.org>")).toEqual([`Jane <Jane@x.org>: ${INVITE_REFUSAL_WORDS.twice}`]);
    const all = Array.from({ length: INVITE_MAX + 2 }, (_, number) => `p${number}@x.org`);
    expect(whoIn(all.join("\n"))).toEqual(all.slice(0, INVITE_MAX));
    expect(whyIn(all.join("\n"))).toEqual(all.slice(INVITE_MAX).map((line) => `${line}: ${lineMessages.tooMany}`));
  });

  it("good and bad ones in one list, and an unclosed quotation mark ends with its line", () => {
    const text = 'Jane <jane@x.org>, Bob, kim@x.org, nobody\n"Lee <lee@x.org>\nrob@x.org';
    expect(whoIn(text)).toEqual(["Jane: jane@x.org", "Bob: kim@x.org", "Lee: lee@x.org", "rob@x.org"]);
    expect(whyIn(text)).toEqual([`nobody: ${lineMessages.none}`]);
  });
});

describe("whatever is pasted", () => {
  const word = fc.stringMatching(/^[A-Za-zÀ-ž]([A-Za-zÀ-ž.-]{0,8}[A-Za-zÀ-ž])?$/).filter((text) => !/www\.|\.[A-Za-zÀ-ž]{2}/i.test(text));
  const name = fc.array(word, { minLength: 1, maxLength: 3 }).map((words) => words.join(" "));
  const person = fc.record({ name, email: fc.stringMatching(/^[a-z0-9]{1,8}@[a-z0-9]{1,8}\.[a-z]{2,4}$/) });
  const styles = [
    (who: { name: string; email: string }) => `${who.name} <${who.email}>`,
    (who: { name: string; email: string }) => `"${who.name}" <${who.email}>`,
    (who: { name: string; email: string }) => `${who.name}\t${who.email}`,
    (who: { name: string; email: string }) => `${who.email} (${who.name})`,
  ];

  it("lists in every style are read alike", () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.tuple(person, fc.constantFrom(...styles)), { maxLength: 8, selector: ([{ email }]) => email }),
        fc.constantFrom("\n", "\r\n", ";", "; ", ",", ", ", ",\n"),
        (people, separator) => {
          const text = people.map(([who, style]) => style(who)).join(separator);
          expect(invitedInLines(text).people.map(({ name, email }) => ({ name, email }))).toEqual(people.map(([who]) => who));
          expect(invitedInLines(text).wrong).toEqual([]);
        },
      ),
    );
  });

  it("every address of it is in a person or stays, and what stays gives the same reasons again", () => {
    const piece = fc.oneof(
      fc.constantFrom('"', "<", ">", ",", ";", "\n", "@", " ", "'", "(", ")", "mailto:", "\t"),
      word,
      person.map(({ email }) => email),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
        const { people, wrong } = invitedInLines(pieces.join(""));
        const kept = [...people, ...wrong].map(({ line }) => line).join(" ");
        for (const each of pieces) if (each.includes("@")) expect(kept.toLowerCase()).toContain(each.toLowerCase());
        const again = wrong.filter(({ why }) => why !== INVITE_REFUSAL_WORDS.twice);
        expect(invitedInLines(again.map(({ line }) => line).join("\n"))).toEqual({
          people: [],
          wrong: again.map((each, at) => ({ ...each, at })),
        });
      }),
    );
  });
});
