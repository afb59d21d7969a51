/** What pasted lines say of evidence and of earlier scores: the reader with their rules. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Role, role } from "#model/contract/common.ts";
import { scoredItems, scoresInRows } from "#model/earlier-scores.ts";
import { entriesInRows, LINE_TWICE, TOO_MANY_PARTS } from "#model/evidence-lines.ts";
import { roundHalfAway } from "#model/rounding.ts";
import { readRows, textAgain } from "~/services/http/pasted-rows.server";

const nothing = { what: "", where: "", who: "", date: null, goodUntil: null, remark: "" };
const entriesOf = (text: string) => {
  const { entries, wrong } = entriesInRows(readRows(text, "entries"));
  return [...entries.map(({ entry }) => entry), ...wrong.map(({ why }) => why)];
};

describe("lines of evidence", () => {
  it.each<[string, unknown[]]>([
    ["Mandate", [{ ...nothing, what: "Mandate" }]],
    ["Mandate | https://a.example/m | Sponsor", [{ ...nothing, what: "Mandate", where: "https://a.example/m", who: "Sponsor" }]],
    [
      "Minutes\tShare\tPMO\t5/11/2026\t2027-11-05\tSigned",
      [{ what: "Minutes", where: "Share", who: "PMO", date: "2026-11-05", goodUntil: "2027-11-05", remark: "Signed" }],
    ],
    ["A | B\tShare", [{ ...nothing, what: "A | B", where: "Share" }]],
    ["Mandate\t\t\t\t\t\t\t", [{ ...nothing, what: "Mandate" }]],
    ["a|b|c|||f|g", [TOO_MANY_PARTS]],
    // A cell of Excel with a line break, and one with quotation marks.
    [
      '"Plan\nof stages"\tShare\nMinutes',
      [
        { ...nothing, what: "Plan\nof stages", where: "Share" },
        { ...nothing, what: "Minutes" },
      ],
    ],
    [
      'Minutes\tShare\tPMO\t\t\t"He said ""agreed""\nand signed"',
      [{ ...nothing, what: "Minutes", where: "Share", who: "PMO", remark: 'He said "agreed"\nand signed' }],
    ],
    [
      "What it is\tOwner\tLink\nMandate\tSponsor\thttps://a.example/m",
      [{ ...nothing, what: "Mandate", where: "https://a.example/m", who: "Sponsor" }],
    ],
    [
      "Mandate;https://a.example/m;Sponsor;5 Nov 2026",
      [{ ...nothing, what: "Mandate", where: "https://a.example/m", who: "Sponsor", date: "2026-11-05" }],
    ],
    [
      "5 Nov 2026\tMandate\thttps://a.example/m\tSponsor",
      [{ ...nothing, what: "Mandate", where: "https://a.example/m", who: "Sponsor", date: "2026-11-05" }],
    ],
    [
      "Minutes, signed by the board\nPlan, of 5/11/2026, and its annex",
      [
        { ...nothing, what: "Minutes, signed by the board" },
        { ...nothing, what: "Plan, of 5/11/2026, and its annex" },
      ],
    ],
    ["Minutes, plan, and budget", [{ ...nothing, what: "Minutes, plan, and budget" }]],
    [
      "Mandate | Share\nMinutes\tPMO",
      [
        { ...nothing, what: "Mandate", where: "Share" },
        { ...nothing, what: "Minutes", where: "PMO" },
      ],
    ],
    [
      "• Mandate\n1. Minutes",
      [
        { ...nothing, what: "Mandate" },
        { ...nothing, what: "Minutes" },
      ],
    ],
    // Each line has a separator of its own, and a sentence has none.
    [
      "Mandate\tShare\nMinutes | PMO\nPlan, and its annex; signed",
      [
        { ...nothing, what: "Mandate", where: "Share" },
        { ...nothing, what: "Minutes", where: "PMO" },
        { ...nothing, what: "Plan, and its annex; signed" },
      ],
    ],
    ['"Mandate";"Share"', [{ ...nothing, what: "Mandate", where: "Share" }]],
    [
      'Plan;"Stage 1\nStage 2"\nMinutes;Share',
      [
        { ...nothing, what: "Plan", where: "Stage 1\nStage 2" },
        { ...nothing, what: "Minutes", where: "Share" },
      ],
    ],
    ["Mandate\nMandate", [{ ...nothing, what: "Mandate" }, LINE_TWICE]],
    [
      'The "big" plan\n"Unclosed\nMinutes',
      [
        { ...nothing, what: 'The "big" plan' },
        { ...nothing, what: '"Unclosed' },
        { ...nothing, what: "Minutes" },
      ],
    ],
  ])("%j", (text, entries) => {
    expect(entriesOf(text)).toEqual(entries);
  });

  const find = (rows: Parameters<typeof entriesInRows>[0]) => {
    const { entries, ...others } = entriesInRows(rows);
    return { taken: entries.map(({ entry }) => entry), ...others };
  };
  /** The entries of some rows, once they have come back to the form alone. */
  const again = (text: string, left: readonly number[]) => {
    const rows = readRows(text, "entries");
    const lines = rows.filter((_, index) => left.includes(index));
    return find(readRows(textAgain(lines, { rows, headings: find(rows).headings }, "entries"), "entries")).taken;
  };

  it("say the same when they come back alone", () => {
    const headed = "Owner\tWhat it is\nSponsor\tMandate\nPMO\tMinutes";
    expect(again(headed, [2])).toEqual([{ ...nothing, what: "Minutes", who: "PMO" }]);
    // Alone, a line with one semicolon would be a sentence.
    expect(again("Mandate;Share\nMinutes;PMO", [1])).toEqual([{ ...nothing, what: "Minutes", where: "PMO" }]);
    const cell = fc.stringMatching(/^[a-c"';,|.\n -]{0,6}$/);
    fc.assert(
      fc.property(
        fc.array(fc.array(cell, { minLength: 1, maxLength: 3 }), { maxLength: 6 }),
        fc.constantFrom("\t", ";", ",", "|"),
        (table, separator) => {
          const text = table.map((cells) => cells.join(separator)).join("\n");
          const rows = readRows(text, "entries");
          const all = find(rows);
          if (all.headings.length + all.wrong.length > 0) return;
          for (const { at } of rows) expect(again(text, [at])).toEqual([all.taken[at]]);
        },
      ),
    );
  });

  it("are doubtful if their columns were told apart, or two are called the same", () => {
    const { entries } = entriesInRows(readRows("5 Nov 2026\tMandate\nMandate\tShare", "entries"));
    expect(entries.map(({ doubts }) => doubts)).toEqual([
      ["Its columns are told apart by what they hold.", "Another line is called the same."],
      ["Another line is called the same."],
    ]);
  });
});

const read = (text: string, model: Role = "P3M3") => {
  const { scores, wrong } = scoresInRows(readRows(text, "scores"), model);
  return [...scores.map(({ code, score }) => `${code} ${score}`), ...wrong.map(({ line, why }) => `${line} – ${why}`)];
};

describe("lines of scores", () => {
  it.each([
    ["Organizational governance 3.2", ["OG 3.2"]],
    ["Organisational Governance\t3,25", ["OG 3.25"]],
    ["OG;2", ["OG 2"]],
    ["og, 2,5", ["OG 2.5"]],
    ["OG,2.5;", ["OG 2.5"]],
    ["BM Benefits management: 0", ["BM 0"]],
    ["Risk management (RK) = 5", ["RK 5"]],
    ["RK\t1\r\n\r\nSM\t2\rFM 3", ["RK 1", "SM 2", "FM 3"]],
    ["Perspective\tScore", []],
    ["Perspective\tScore\tRemark\nOrganizational governance\t3.2\tSee page 4", ["OG 3.2"]],
    ["3.2\tOrganizational governance", ["OG 3.2"]],
    ["OG\tOrganizational governance\t3.2 / 5", ["OG 3.2"]],
    ["Organizational governance 3.2 / 5\nBM 2/5", ["OG 3.2", "BM 2"]],
    ["ＯＧ\t３．２\nBM　４", ["OG 3.2", "BM 4"]],
    ['"Organizational governance","3.2"\n"Risk management","2,5"', ["OG 3.2", "RK 2.5"]],
    ["• OG 3\n1. BM 2\n2) RK 1", ["OG 3", "BM 2", "RK 1"]],
    ["OG\t3\t4", ["OG\t3\t4 – It has more than one number."]],
    ["OG 3.2 / 10", ["OG 3.2 / 10 – Its score is not from 0 to 5 with at most two decimals."]],
    ["OG 3.2 to 4", ["OG 3.2 to 4 – Its score is not from 0 to 5 with at most two decimals."]],
    ["Organisational governance: 3 of 5", ["Organisational governance: 3 of 5 – Its score is not from 0 to 5 with at most two decimals."]],
    ["Risk management office 3", ["Risk management office 3 – There is no perspective of this name."]],
    ["OGX 3", ["OGX 3 – There is no perspective of this name."]],
    ["Change control 3", ["Change control 3 – There is no perspective of this name."]],
    ["OG 5.1", ["OG 5.1 – Its score is not from 0 to 5 with at most two decimals."]],
    ["OG -1", ["OG -1 – Its score is not from 0 to 5 with at most two decimals."]],
    ["OG 2.345", ["OG 2.345 – Its score is not from 0 to 5 with at most two decimals."]],
    ["OG 2\nOrganizational governance 3", ["OG 2", "Organizational governance 3 – Organizational governance stands above already."]],
  ])("%j", (text, expected) => {
    expect(read(text)).toEqual(expected);
  });

  it("are of practices and components for ITIL", () => {
    expect(
      read("Incident management 3\nM-GP 2\nService value chain 4\nContinual improvement 5\nM-CI Continual improvement 4\nOG 3", "ITIL"),
    ).toEqual(["INM 3", "M-GP 2", "M-SVC 4", "CI 5", "M-CI 4", "OG 3 – There is no practice or component of this name."]);
  });

  it("stand below their headings when they come back", () => {
    const rows = readRows("Perspective\tYear\tScore\nOrganizational governance\t2024\t3.2\nRisk\t2024\t2", "scores");
    const { wrong, headings } = scoresInRows(rows, "P3M3");
    expect(textAgain(wrong, { rows, headings }, "scores")).toBe("Perspective\tYear\tScore\nRisk\t2024\t2");
  });

  const separator = fc.constantFrom("\t", " ", "; ", ", ", ": ", " | ");
  const score = fc.integer({ min: 0, max: 500 }).map((hundredths) => roundHalfAway(hundredths / 100, 2));

  it("give every score, however it is written", () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...role.options),
        separator,
        fc.boolean(),
        fc.boolean(),
        fc.array(score, { minLength: 40, maxLength: 40 }),
        (model, between, byName, comma, given) => {
          const lines = scoredItems(model).map(({ code, name }, index) => {
            const text = String(given[index]);
            const said = byName && code !== "M-CI" ? name : code;
            return `${said}${between}${comma ? text.replace(".", ",") : text}`;
          });
          const { scores, wrong } = scoresInRows(readRows(lines.join("\n"), "scores"), model);
          expect(wrong).toEqual([]);
          expect(scores.map(({ code, score, line }) => [code, score, line])).toEqual(
            scoredItems(model).map(({ code }, index) => [code, given[index], lines[index]]),
          );
        },
      ),
    );
  });

  it("are never lost: each gives a score or comes back", () => {
    // Between quotation marks the end of a line belongs to a cell.
    const line = fc.string().map((text) => text.replaceAll('"', ""));
    fc.assert(
      fc.property(fc.array(line), (lines) => {
        // The first line may be of headings, such as 'name'.
        const text = ["OG 1", ...lines].join("\n");
        const { scores, wrong } = scoresInRows(readRows(text, "scores"), "P3M3");
        const held = text
          .split(/\r\n?|\n/)
          .map((line) => line.trim())
          .filter((line) => /[^\s;|]/.test(line));
        expect(scores.length + wrong.length).toBe(held.length);
        for (const { line } of wrong) expect(held).toContain(line);
      }),
    );
  });
});
