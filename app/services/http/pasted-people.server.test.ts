/** Whom pasted lines invite and ask: the reader with the rules of invitations and voices (docs/rules/people.md#lines). */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { invitedInRows, lineMessages } from "#model/invitation-lines.ts";
import { INVITE_MAX, INVITE_REFUSAL_WORDS, personNameProblem } from "#model/people.ts";
import { textMessages } from "#model/text.ts";
import { voicesInRows } from "#model/voice-lines.ts";
import { VOICES_MAX, voiceMessages } from "#model/voices.ts";
import { readRows } from "~/services/http/pasted-rows.server";

const invitedInLines = (text: string) => invitedInRows(readRows(text, "people"));

const whoIn = (text: string) => invitedInLines(text).people.map(({ email, name }) => (name === undefined ? email : `${name}: ${email}`));
const whyIn = (text: string) => invitedInLines(text).wrong.map(({ line, why }) => `${line}: ${why}`);

describe("a pasted text names", () => {
  it.each([
    ["Jane Doe <jane@example.org>", ["Jane Doe: jane@example.org"]],
    ["jane@example.org", ["jane@example.org"]],
    ["<JANE@Example.org>", ["jane@example.org"]],
    ["Jörg <joerg@müller.example>", ["Jörg: joerg@xn--mller-kva.example"]],
    ["joerg@müller.example <joerg@xn--mller-kva.example>", ["joerg@xn--mller-kva.example"]],
    ["a@x.org\nb@x.org\r\nc@x.org\rd@x.org", ["a@x.org", "b@x.org", "c@x.org", "d@x.org"]],
    ["a@x.org; b@x.org;c@x.org;", ["a@x.org", "b@x.org", "c@x.org"]],
    ["a@x.org, b@x.org,c@x.org,", ["a@x.org", "b@x.org", "c@x.org"]],
    // As Outlook copies its list of recipients.
    ["Doe, Jane <jane@x.org>; Roe, Bob <bob@x.org>", ["Jane Doe: jane@x.org", "Bob Roe: bob@x.org"]],
    ["Doe, Jane <jane@x.org>, Roe, Bob <bob@x.org>", ["Jane Doe: jane@x.org", "Bob Roe: bob@x.org"]],
    ["'jane@x.org' <jane@x.org>", ["jane@x.org"]],
    // As Thunderbird and Gmail do.
    ['"Doe, Jane" <jane@x.org>, "Roe; Bob" <bob@x.org>', ["Jane Doe: jane@x.org", "Roe; Bob: bob@x.org"]],
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
    ["Bauer, Anna <anna.bauer@x.org>", ["Anna Bauer: anna.bauer@x.org"]],
    ["Jane Doe;jane@x.org", ["Jane Doe: jane@x.org"]],
    ["Hanna Hahn\thanna@x.org\tSenior consultant", ["Hanna Hahn: hanna@x.org"]],
    ["hanna@x.org\tHanna Hahn", ["Hanna Hahn: hanna@x.org"]],
    ["Name\tE-mail\nJane Doe\tjane@x.org", ["Jane Doe: jane@x.org"]],
    ["Job title;Last name;First name;E-mail address\nConsultant;Doe;Jane;jane@x.org", ["Jane Doe: jane@x.org"]],
    ["Jane Doe (PMO@Contoso) <jane@x.org>", ["Jane Doe: jane@x.org"]],
    ["Jane Doe (PMO) <jane@x.org>", ["Jane Doe: jane@x.org"]],
    ["“Doe, Jane” <jane@x.org>", ["Jane Doe: jane@x.org"]],
    ["“Jane Doe” <jane@x.org>; ‘Bob Roe’ <bob@x.org>", ["Jane Doe: jane@x.org", "Bob Roe: bob@x.org"]],
    [
      "To: Jane Doe <jane@x.org>; Bob Roe <bob@x.org>\nCc: Kim <kim@x.org>",
      ["Jane Doe: jane@x.org", "Bob Roe: bob@x.org", "Kim: kim@x.org"],
    ],
    [
      "• Jane Doe <jane@x.org>\n- Bob <bob@x.org>\n1. Kim <kim@x.org>\n2) lee@x.org",
      ["Jane Doe: jane@x.org", "Bob: bob@x.org", "Kim: kim@x.org", "lee@x.org"],
    ],
    ["•\tJane Doe\tjane@x.org\no\tBob\tbob@x.org", ["Jane Doe: jane@x.org", "Bob: bob@x.org"]],
    ['"Doe, Jane";jane@x.org\n"Roe, Bob";bob@x.org', ["Jane Doe: jane@x.org", "Bob Roe: bob@x.org"]],
    ["Jane Doe | jane@x.org", ["Jane Doe: jane@x.org"]],
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
  const word = fc
    .stringMatching(/^[A-Za-zÀ-ž]([A-Za-zÀ-ž.-]{0,8}[A-Za-zÀ-ž])?$/)
    .filter((text) => text !== "o" && personNameProblem(text) === undefined);
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

describe("a line is doubtful", () => {
  const doubtsIn = (text: string, known: string[] = []) =>
    invitedInRows(readRows(text, "people"), known).people.map(({ email, doubts }) => [email, ...doubts]);
  const misspelt = (domain: string) => `No other line has an address at ${domain}. Is it spelt right?`;

  it("if it alone has a domain", () => {
    expect(doubtsIn("a@client.example\nb@client.example\nc@client.exmaple")).toEqual([
      ["a@client.example"],
      ["b@client.example"],
      ["c@client.exmaple", misspelt("client.exmaple")],
    ]);
    expect(doubtsIn("a@client.exmaple\nb@client.example", ["me@client.example"])).toEqual([
      ["a@client.exmaple", misspelt("client.exmaple")],
      ["b@client.example"],
    ]);
    expect(doubtsIn("a@müller.example\nb@client.example", ["me@xn--mller-kva.example", "you@client.example"])).toEqual([
      ["a@xn--mller-kva.example"],
      ["b@client.example"],
    ]);
    expect(doubtsIn("a@xn--mller-kva.example\nb@client.example", ["me@client.example"])[0]?.[1]).toBe(misspelt("müller.example"));
    expect(doubtsIn("a@one.example\nb@two.example")).toEqual([["a@one.example"], ["b@two.example"]]);
  });

  it("if another has the same name, or something was left out", () => {
    expect(doubtsIn("Jane Doe;jane@x.org\njane doe;j.doe@x.org\nKim;kim@x.org;Consultant")).toEqual([
      ["jane@x.org", "Another line has the same name."],
      ["j.doe@x.org", "Another line has the same name."],
      ["kim@x.org", "Not taken: ‘Consultant’."],
    ]);
  });
});

const roles = ["Manager", "User"];
const asksIn = (text: string, usual?: string) =>
  voicesInRows(readRows(text, "people"), { roles, usual }).people.map(({ name, email, role }) => [name, email, role].join("|"));
const whyAsksIn = (text: string) => voicesInRows(readRows(text, "people"), { roles }).wrong.map(({ line, why }) => `${line}: ${why}`);

describe("a line asks", () => {
  it.each([
    ["Jane Doe <Jane@Example.org>; manager", ["Jane Doe|jane@example.org|Manager"]],
    ["Jane Doe; User;", ["Jane Doe||User"]],
    ['"Doe; Jane" <jane@x.org>; User', ["Doe; Jane|jane@x.org|User"]],
    ["Doe, Jane <jane@x.org>;User\r\nBob Roe;User", ["Jane Doe|jane@x.org|User", "Bob Roe||User"]],
    ["Jane Doe\tjane@x.org\tUser", ["Jane Doe|jane@x.org|User"]],
    ["Jane Doe\tUser", ["Jane Doe||User"]],
    [" \n;\n,\n", []],
    ["Name;E-mail;Role\nJane Doe;jane@x.org;Manager", ["Jane Doe|jane@x.org|Manager"]],
    ["Role\tName\tE-mail\nManager\tJane Doe\tjane@x.org", ["Jane Doe|jane@x.org|Manager"]],
    ["Manager\tjane@x.org\tJane Doe", ["Jane Doe|jane@x.org|Manager"]],
    ["Jane Doe, Manager\nDoe, Jane, User", ["Jane Doe||Manager", "Jane Doe||User"]],
  ])("%j", (text, who) => {
    expect(asksIn(text)).toEqual(who);
    expect(whyAsksIn(text)).toEqual([]);
  });

  it("in the usual role where it names none", () => {
    expect(asksIn("Jane Doe\nBob <bob@x.org>; User", "Manager")).toEqual(["Jane Doe||Manager", "Bob|bob@x.org|User"]);
  });

  it("in the usual role where another cell is no role, and marks that", () => {
    const { people } = voicesInRows(readRows("Jane Doe\tjane@x.org\tManagers\nHanna Hahn\thanna@x.org\tSenior consultant", "people"), {
      roles,
      usual: "User",
    });
    expect(people.map(({ name, role, doubts }) => [name, role, doubts])).toEqual([
      ["Jane Doe", "User", ["No role of this assessment is in it, so it is User.", "Not taken: ‘Managers’."]],
      ["Hanna Hahn", "User", ["No role of this assessment is in it, so it is User.", "Not taken: ‘Senior consultant’."]],
    ]);
  });

  it("never somebody whose surname is a role", () => {
    for (const text of ["Jane Doe Managers", "Jane Doe Manager <jane@x.org>", "Managers", "Managers, Doe", "Doe, Managers"]) {
      expect([text, asksIn(text, "User")]).toEqual([text, []]);
      expect(whyAsksIn(text)).toHaveLength(1);
    }
    expect(asksIn("Jane Manager; Manager")).toEqual(["Jane Manager||Manager"]);
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
    expect(asksIn(line)).toEqual([]);
    expect(whyAsksIn(line)).toEqual([`${line}: ${why}`]);
  });

  it("nobody twice, and no more than fit", () => {
    expect(whyAsksIn("Jane <a@x.org>; User\nJim <A@x.org>; User")).toEqual([`Jim <A@x.org>; User: ${voiceMessages.twice}`]);
    const all = Array.from({ length: VOICES_MAX + 1 }, (_, number) => `P ${number}; User`);
    expect(asksIn(all.join("\n"))).toHaveLength(VOICES_MAX);
    expect(whyAsksIn(all.join("\n"))).toEqual([`P ${VOICES_MAX}; User: ${voiceMessages.full}`]);
  });

  it("or says why not, whatever is typed", () => {
    fc.assert(
      fc.property(fc.array(fc.stringMatching(/^[a-z@.;,<>\t" ]{0,20}$/)), (lines) => {
        const { people } = voicesInRows(readRows(lines.join("\n"), "people"), { roles, usual: "User" });
        return people.every(({ name, role }) => name !== "" && roles.includes(role));
      }),
    );
  });
});
