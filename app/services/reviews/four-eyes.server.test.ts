/** What the rule of four eyes says (docs/rules/peer-review.md#four-eyes). */
import { expect, test } from "vitest";
import type { FourEyes } from "#model/contract/peer-review.ts";
import { reviewMessages } from "#model/peer-review.ts";
import { fourEyesInWords } from "./four-eyes.server";

const VERA = { id: 1, email: "vera@example.com", firstName: "Vera" };
const by = (who: string) => ({ by: `${who.toLowerCase()}@example.com`, firstName: who, at: "2026-11-03T09:00:00.000Z", counts: false });
const rule = (approvals: FourEyes["approvals"]): FourEyes => ({ isOn: true, isMet: false, approvers: [VERA], approvals });
const NEEDED =
  "Your team has the rule of four eyes: before this is submitted, somebody has to approve it who has changed nothing in it. Vera can.";
const own = { ...by("Noor"), changed: [], why: "changed" };
const former = { ...by("Vera"), changed: [{ part: "answers", count: 2 }] };

test.each([
  ["nothing else", rule([]), "sam@example.com", NEEDED],
  ["who has changed something", rule([own]), "sam@example.com", `${NEEDED} Noor has approved it, but has changed something in it.`],
  ["that the reader has", rule([own]), "Noor@example.com", `${NEEDED} ${reviewMessages.ownWork}`],
  ["who has left", rule([{ ...own, why: "left" }]), "sam@example.com", `${NEEDED} Noor has approved it, but has left the team.`],
  [
    "what has changed since",
    rule([former]),
    "sam@example.com",
    `${NEEDED} The approval of Vera on 3 Nov 2026 no longer holds. Changed since: 2 answers.`,
  ],
])("says who can approve, and %s", (_, given, reader, words) => {
  expect(fourEyesInWords(given, reader)).toBe(words);
});

test("leaves out what the checks beside it say", () => {
  expect(fourEyesInWords(rule([former, own]), "sam@example.com", true)).toBe(
    `${NEEDED} Noor has approved it, but has changed something in it.`,
  );
});
