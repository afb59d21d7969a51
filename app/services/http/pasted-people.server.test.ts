/** Whom pasted lines invite and ask: the reader with the rules of invitations and voices (docs/rules/people.md#lines). */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { invitedInRows, lineMessages, withoutPeopleHeadings } from "#model/invitation-lines.ts";
import { INVITE_MAX, INVITE_REFUSAL_WORDS, personNameProblem } from "#model/people.ts";
import { textMessages } from "#model/text.ts";
import { voicesInRows } from "#model/voice-lines.ts";
import { VOICES_MAX, voiceMessages } from "#model/voices.ts";
import { readRows, textAgain } from "~/services/http/pasted-rows.server";

const invitedInLines = (text: string) => invitedInRows(readRows(text, "people"));
/** What a form holds after its good lines are gone, without those that are only there twice. */
const leftIn = (text: string) => {
  const rows = readRows(text, "people");
  const { wrong, headings } = invitedInRows(rows);
  const left = wrong.filter(({ why }) => why !== INVITE_REFUSAL_WORDS.twice);
  return { text: textAgain(left, { rows, headings }, "people"), reasons: left.map(({ why }) => why) };
};

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
    // Each line has a separator of its own.
    ["Jane Doe\tjane@x.org\nBob Roe <bob@x.org>\nKim;kim@x.org", ["Jane Doe: jane@x.org", "Bob Roe: bob@x.org", "Kim: kim@x.org"]],
    ["Jane Doe\tjane@x.org\nRoe, Bob <bob@x.org>", ["Jane Doe: jane@x.org", "Bob Roe: bob@x.org"]],
    [
      'Jane Doe\tjane@x.org\n"Roe; Bob" <bob@x.org>; "Lee, Kim" <kim@x.org>',
      ["Jane Doe: jane@x.org", "Roe; Bob: bob@x.org", "Kim Lee: kim@x.org"],
    ],
    ['Kim <kim@x.org>, "Roe; Bob" <bob@x.org>', ["Kim: kim@x.org", "Roe; Bob: bob@x.org"]],
    ["Name\tE-mail\nJane Doe\tjane@x.org\nRoe, Bob <bob@x.org>", ["Jane Doe: jane@x.org", "Bob Roe: bob@x.org"]],
    // A comma and brackets within quotation marks, or within brackets.
    ['To: "Doe, Jane (PMO, Contoso)" <jane@x.org>', ["Jane Doe: jane@x.org"]],
    ['To: "Doe, Jane (PMO, Contoso)" <jane@x.org>, "Roe (HR), Bob" <bob@x.org>', ["Jane Doe: jane@x.org", "Bob Roe: bob@x.org"]],
    ['• "Doe, Jane (PMO; Contoso)" <jane@x.org>; Kim <kim@x.org>', ["Jane Doe: jane@x.org", "Kim: kim@x.org"]],
    ["Doe, Jane (PMO, Contoso) <jane@x.org>", ["Jane Doe: jane@x.org"]],
    ["Kim <kim@x.org>, Jane Doe (PMO, Contoso) <jane@x.org>", ["Kim: kim@x.org", "Jane Doe: jane@x.org"]],
    ['"Doe, Jane \\"JJ\\"" <jane@x.org>', ["Jane JJ Doe: jane@x.org"]],
    // The head of a mail that goes on in the next line.
    [
      'To: Kim <kim@x.org>, "Doe,\r\n Jane" <jane@x.org>, Bob\r\n\tRoe <bob@x.org>',
      ["Kim: kim@x.org", "Jane Doe: jane@x.org", "Bob Roe: bob@x.org"],
    ],
    // A title above the headings, and a second table.
    ["E-mail\tName\njane@x.org\tJane Doe\nName\tE-mail\nBob Roe\tbob@x.org", ["Jane Doe: jane@x.org", "Bob Roe: bob@x.org"]],
    // A job is no name.
    ["Senior consultant\tjane@x.org\tJane Doe", ["Jane Doe: jane@x.org"]],
    ["Senior consultant, Jane Doe <jane@x.org>", ["Jane Doe: jane@x.org"]],
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

  it("nobody by the name of somebody else in the head of a mail", () => {
    for (const [text, left] of [
      ["To: Roe, Bob; kim@x.org", "Roe, Bob"],
      ["Cc: Bob Roe, kim@x.org", "Bob Roe"],
    ] as const) {
      expect(whoIn(text)).toEqual(["kim@x.org"]);
      expect(whyIn(text)).toEqual([`${left}: ${lineMessages.none}`]);
    }
    expect(whoIn("\tkim@x.org\tKim Lee\nName\tE-mail\tJob\n\tlee@x.org\tPMO")).toEqual(["Kim Lee: kim@x.org", "lee@x.org"]);
  });

  it("what stands in the first line of a cell is no surname of the next", () => {
    const text = '"Guests\nDoe, Jane <jane@x.org>\nBob <bob@x.org>"';
    expect(whoIn(text)).toEqual(["Jane Doe: jane@x.org", "Bob: bob@x.org"]);
    expect(whyIn(text)).toEqual([`Guests: ${lineMessages.none}`]);
  });
});

/** Whether a word heads a column, so that a first line of it is nobody. */
const isHeading = (word: string) => withoutPeopleHeadings(readRows(word, "people")).rows.length === 0;

describe("whatever is pasted", () => {
  const word = fc
    .stringMatching(/^[A-Za-zÀ-ž]([A-Za-zÀ-ž.-]{0,8}[A-Za-zÀ-ž])?$/)
    .filter((text) => text !== "o" && !/[×÷]/.test(text) && !isHeading(text) && personNameProblem(text) === undefined);
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
        const left = leftIn(pieces.join(""));
        const again = invitedInLines(left.text);
        expect(again.people).toEqual([]);
        expect(again.wrong.map(({ why }) => why)).toEqual(left.reasons);
      }),
    );
  });
});

describe("what is left in the form", () => {
  it.each<[string, string]>([
    ["Job\tE-mail\tName\nConsultant\tjane@x.org\tJane Doe\nManager\tbob@x\tBob Roe", "Job\tE-mail\tName\nManager\tbob@x\tBob Roe"],
    ["E-mail;Name;Job\nkim@x;Kim;PMO\nlee@x;Lee;PMO\nbob@x.org;Bob;PMO", "E-mail;Name;Job\nkim@x;Kim;PMO\nlee@x;Lee;PMO"],
    ["Name\tE-mail\nBob\tbob@x\nE-mail\tName\nkim@x\tKim", "Name\tE-mail\nBob\tbob@x\nE-mail\tName\nkim@x\tKim"],
    // An empty cell at the beginning is one.
    ["Job\tE-mail\tName\n\tbob@x\tBob Roe\nPMO\tkim@x.org\tKim", "Job\tE-mail\tName\n\tbob@x\tBob Roe"],
    ["Name\tE-mail\nJane Doe\tjane@x.org", ""],
    ["Jane <jane@x.org>; Roe, Bob <bob@x>", "Roe, Bob <bob@x>"],
    // As it was pasted, this would be two people.
    ['"Doe; Jane" <jane@x>; Kim <kim@x.org>', '"Doe; Jane <jane@x>"'],
  ])("%j", (text, left) => {
    expect(leftIn(text).text).toBe(left);
    expect(leftIn(left)).toEqual({ text: left, reasons: leftIn(text).reasons });
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

  it("if its domain is nearly another, or nearly ends in a well-known part", () => {
    const ends = (domain: string, end: string) => `${domain} does not end in ‘.${end}’. Is it spelt right?`;
    const nearly = (domain: string, other: string) => `${domain} is nearly ${other}. Is it spelt right?`;
    expect(doubtsIn("jane@client.exmaple")).toEqual([["jane@client.exmaple", ends("client.exmaple", "example")]]);
    expect(doubtsIn("a@one.cmo\nb@two.con\nc@three.co\nd@four.eu\ne@five.net\nf@six.example")).toEqual([
      ["a@one.cmo", ends("one.cmo", "com")],
      ["b@two.con", ends("two.con", "com")],
      ["c@three.co"],
      ["d@four.eu"],
      ["e@five.net"],
      ["f@six.example"],
    ]);
    expect(doubtsIn("a@contoso.example\nb@fabrikam.exmaple")).toEqual([
      ["a@contoso.example"],
      ["b@fabrikam.exmaple", ends("fabrikam.exmaple", "example")],
    ]);
    expect(doubtsIn("a@contsoo.example\nb@fabrikam.example", ["me@contoso.example"])).toEqual([
      ["a@contsoo.example", nearly("contsoo.example", "contoso.example")],
      ["b@fabrikam.example"],
    ]);
    expect(doubtsIn("a@contoso.example\nb@contos.example")).toEqual([
      ["a@contoso.example", nearly("contoso.example", "contos.example")],
      ["b@contos.example", nearly("contos.example", "contoso.example")],
    ]);
  });

  it("beside lines that are not taken", () => {
    const text = `c@client.exemple\n${"J".repeat(101)} <a@client.example>\nSee http://x.example <b@client.example>`;
    expect(doubtsIn(text)).toEqual([["c@client.exemple", misspelt("client.exemple")]]);
  });

  it("if its name may be none, or there is a second one", () => {
    expect(doubtsIn("Senior consultant\tjane@x.org\tJane Doe\nJane Roe\tj.roe@x.org\tContoso Group\nHead of PMO\tpmo@x.org")).toEqual([
      ["jane@x.org", "Not taken: ‘Senior consultant’."],
      ["j.roe@x.org", "Not taken: ‘Contoso Group’."],
      ["pmo@x.org", "Is ‘Head of PMO’ a name?"],
    ]);
    expect(doubtsIn("Jane Doe\tjane@x.org\tBob Roe")).toEqual([["jane@x.org", "Not taken, but it may be the name: ‘Bob Roe’."]]);
    expect(doubtsIn("Name\tE-mail\tOf\nJane Doe\tjane@x.org\tBob Roe")).toEqual([["jane@x.org", "Not taken: ‘Bob Roe’."]]);
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

  it("never a heading that nobody knows, a group or a line of a mail's head, though there is a usual role", () => {
    for (const text of [
      "Gäste",
      "Project team",
      "Liste der Gäste",
      "Senior consultant",
      "Subject: RE: Assessment",
      "Eingeladene",
      "Sent: Monday 5",
    ])
      expect([asksIn(`${text}\nJane Doe\nBob <bob@x.org>`, "User"), whyAsksIn(`${text}\nJane Doe; User`)]).toEqual([
        ["Jane Doe||User", "Bob|bob@x.org|User"],
        [`${text}: ${voiceMessages.perhapsHeading(text)}`],
      ]);
    expect(asksIn("Guest list 2026\nName\tE-mail\nJane Doe\tjane@x.org", "User")).toEqual(["Jane Doe|jane@x.org|User"]);
    // A line with a role or an address of its own is a person.
    expect(asksIn("Madonna; User\nCher <cher@x.org>", "User")).toEqual(["Madonna||User", "Cher|cher@x.org|User"]);
  });

  it("in the role of the column that a heading names", () => {
    expect(asksIn("Name\tRole\tJob\nJane Doe\tUser\tManager")).toEqual(["Jane Doe||User"]);
  });

  it("or doubts the first, if it alone has no address", () => {
    const doubts = (text: string) => voicesInRows(readRows(text, "people"), { roles, usual: "User" }).people.map((each) => each.doubts);
    expect(doubts("Unsere Besucher\nJane <jane@x.org>\nBob <bob@x.org>")).toEqual([
      ["It is the first line, and the only one without an address. Is it a heading?"],
      [],
      [],
    ]);
    expect(doubts("Jane Doe\nBob Roe\nKim Lee")).toEqual([[], [], []]);
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
