/** What a voice sees, and what its forms post (docs/rules/voices.md#the-sheet). */
import { answerInWords } from "#model/answer-words.ts";
import { withoutControls } from "#model/characters.ts";
import type { VoiceMails, VoiceSheet } from "#model/contract/voices.ts";
import { fingerprint } from "#model/note.ts";
import { CANNOT_TELL, CANNOT_TELL_WORDS, NO_ANSWER } from "#model/voices.ts";
import type { FieldLabels } from "~/views/form-labels";
import { plainText, type RichText } from "~/views/rich-text";

/** The first page. */
export interface SheetScreen extends Omit<VoiceSheet, "askedBy" | "mails"> {
  /** The team that asks, and where its logo is; undefined where they are not known. */
  team: string | undefined;
  logo: string | undefined;
  /** `refusedHere`: by this link, which takes it back. */
  mails: VoiceMails["mails"];
  /** 'Mara Lind (mara@example.org)'; undefined for somebody who was removed. */
  askedBy: string | undefined;
  /** Whom to turn to where nobody of these is known. */
  contact: string | undefined;
  /** Whether answers are over, and facts are checked: then each page counts as one, which is answered once it is checked. */
  second: boolean;
  /** The numbers of the rules that the page explains. */
  rules: { shownFrom: number; oneAnswerFrom: number; daysAfterSubmission: number; daysAfterLastDay: number };
}

interface SheetStatement {
  questionId: number;
  /** Empty for a component, whose options say everything. */
  statement: RichText;
  choices: { key: string; name: string; statement?: RichText | undefined }[];
  verdict: string | undefined;
  /** What the voice has said, in the second round alone: it stays as it is. */
  own?: { answer: string | undefined; comment: string; seen: string };
}

/** A page about a thread, practice or component. */
export interface PageScreen {
  sheet: string;
  place: string;
  name: string;
  within: string | null;
  help: RichText | undefined;
  /** Where it stands on the sheet, from 1. */
  number: number;
  pages: number;
  /** How many statements of the sheet have no answer; in the second round, how many pages are not checked. */
  left: number;
  /** Whether the page takes a check of facts alone. */
  second: boolean;
  until: string;
  statements: SheetStatement[];
  checksFacts: boolean;
  /** What is stored, as `textOf` writes it. */
  stored: string;
  /** The place that follows; undefined on the last page. */
  next: string | undefined;
}

/** An answer as a form has it. `choice` is empty for none. */
interface TypedStatement {
  questionId: number;
  choice: string;
  comment: string;
  seen: string;
}

/** A page as a form has it. */
export interface TypedPage {
  statements: TypedStatement[];
  /** In a check of facts: `yes`, `no`, or nothing, about those verdicts that were shown. */
  check?: { agrees: string; reason: string; verdicts: string } | undefined;
}

/** The names of a form's fields. */
export const FIELD = {
  choice: (questionId: number) => `choice-${questionId}`,
  comment: (questionId: number) => `comment-${questionId}`,
  seen: (questionId: number) => `seen-${questionId}`,
  agrees: "agrees",
  reason: "reason",
  verdicts: "verdicts",
  base: "base",
  go: "go",
} as const;

/** Where script names the versions that it sent before and got no answer for. */
export const DOUBTFUL = "doubtful";

/** Where the button that saves over a newer page names its version. */
export const OVER = "over";

/** Whose unsent work the browser keeps. */
export const ownerOf = (sheet: string) => `voice ${sheet}`;

/** What the buttons lead to, apart from the next place. The second one says that the sheet is filled in, too. */
export const TO_SHEET = "sheet";
export const DONE = "done";

/** A page as one text, which is kept in the browser and compared. */
export const textOf = ({ statements, check }: TypedPage): string =>
  JSON.stringify([
    statements.map(({ questionId, choice, comment, seen }) => [questionId, choice, comment, seen]),
    ...(check ? [check.agrees, check.reason, check.verdicts] : []),
  ]);

/** Reads what `textOf` wrote. */
export function pageIn(text: string): TypedPage {
  const [statements, agrees, reason = "", verdicts = ""] = JSON.parse(text) as [
    [number, string, string, string][],
    ...(string | undefined)[],
  ];
  return {
    statements: statements.map(([questionId, choice, comment, seen]) => ({ questionId, choice, comment, seen })),
    check: agrees === undefined ? undefined : { agrees, reason, verdicts },
  };
}

/** A text as it is stored, whatever was typed. */
const asStored = (typed: string) => withoutControls(typed).trim();

/**
 * The version of a page: of its answers, and of its check. Spaces around a text and control characters do not count, as they are not stored,
 * nor does it for what verdicts a check is.
 */
export function versionOfPage(text: string): string {
  const { statements, check } = pageIn(text);
  const trimmed = statements.map((each) => ({ ...each, comment: asStored(each.comment), seen: asStored(each.seen) }));
  const checked = check ? JSON.stringify([check.agrees, asStored(check.reason)]) : "";
  return `${fingerprint(textOf({ statements: trimmed, check: undefined }))}.${fingerprint(checked)}`;
}

/**
 * Whether a page was changed from what is stored now. Only a change of the assessor gives the check
 * other verdicts, begins it or ends it: then the answers alone decide.
 * @param known the versions from which it may have been changed
 */
export function isMadeFrom(known: readonly string[], changed: TypedPage, stored: TypedPage): boolean {
  const now = versionOfPage(textOf(stored));
  if (changed.check && changed.check.verdicts === stored.check?.verdicts) return known.includes(now);
  const [answers] = now.split(".");
  return known.some((version) => version.split(".")[0] === answers);
}

/** What was entered on a page that can no longer be read, so that nobody knows the words of its statements and options. */
export function keptWords(text: string): string {
  const { statements, check } = pageIn(text);
  const part = (label: string, said: string) => (said.trim() === "" ? [] : [`${label}: ${said.trim()}`]);
  const wordsOf = (choice: string) =>
    choice === CANNOT_TELL ? CANNOT_TELL_WORDS : /^\d+$/.test(choice) ? `option ${choice}` : answerInWords(choice);
  return [
    ...statements.flatMap(({ choice, comment, seen }, index) => {
      const said = [...part("Answer", wordsOf(choice)), ...part("Comment", comment), ...part("Where it can be seen", seen)];
      return said.length === 0 ? [] : [`Statement ${index + 1}\n${said.join("\n")}`];
    }),
    ...(check ? part("Why the verdict is wrong", check.reason) : []),
  ].join("\n\n");
}

/** Messages by the name of the field. */
export type PageFaults = Record<string, string>;

/** How a save ended. `version`: of what is stored now; where there are faults too, all but these was saved. `again`: the seconds to wait. */
export type PageOutcome =
  | { kind: "saved"; version: string; faults?: PageFaults }
  | { kind: "conflict"; stored: string }
  | { kind: "refused"; message: string; version?: string; faults?: PageFaults; retryAfter?: number; isFull?: true }
  | { kind: "signed-out" }
  | { kind: "failed"; unknown?: boolean };

/** A form that came back, as it was filled in. */
export interface PageReply {
  typed: string;
  base: string;
  outcome: Exclude<PageOutcome, { kind: "saved" | "signed-out" }>;
}

/** The statement in words; of a component, what its options answer. */
export const statementIn = ({ statement }: SheetStatement): RichText => statement || "Which of these describes it best?";

export const AGREES = [
  { key: "yes", name: "I agree" },
  { key: "no", name: "I disagree" },
  { key: "", name: NO_ANSWER },
] as const;
/** The field that is at fault is `agrees`. */
export const VERDICT_CHANGED = "The verdict has changed since you opened this page, so this does not count yet.";
export const CHECK_LEGEND = "Do you agree with the assessor's verdict on this page?";

/** What the form asks, for a page that gives it back. */
export function pageLabels({ statements, checksFacts }: PageScreen): FieldLabels[] {
  const questions = statements.map((each) => ({ ...each, words: plainText(statementIn(each)) }));
  const named = (field: (id: number) => string, about: (words: string) => string) =>
    Object.fromEntries(questions.map(({ questionId, words }) => [field(questionId), about(words)]));
  return [
    ...questions.map(({ questionId, words, choices }) => ({
      ask: { [FIELD.choice(questionId)]: words },
      values: Object.fromEntries(choices.flatMap(({ key, name }) => (key === "" ? [] : [[key, name]]))),
    })),
    { ask: named(FIELD.comment, (words) => `Comment on '${words}'`) },
    { ask: named(FIELD.seen, (words) => `Where '${words}' can be seen`) },
    ...(checksFacts
      ? [{ ask: { [FIELD.agrees]: CHECK_LEGEND }, values: { yes: "I agree", no: "I disagree" } }, { ask: { [FIELD.reason]: "Why not" } }]
      : []),
  ];
}

/** Where two versions of a page differ, in words. */
export function differencesIn(screen: PageScreen, stored: string, mine: string): { name: string; stored: string; mine: string }[] {
  const [theirs, own] = [pageIn(stored), pageIn(mine)];
  const rows = screen.statements.map((question) => {
    const said = ({ statements }: TypedPage) => {
      const typed = statements.find(({ questionId }) => questionId === question.questionId);
      const choice = question.choices.find(({ key }) => key === (typed?.choice ?? ""))?.name ?? "";
      return [choice, typed?.comment.trim(), typed?.seen.trim()].filter(Boolean).join(" · ");
    };
    return { name: plainText(statementIn(question)), stored: said(theirs), mine: said(own) };
  });
  const checked = ({ check }: TypedPage) =>
    [AGREES.find(({ key }) => key === (check?.agrees ?? ""))?.name, check?.reason.trim()].filter(Boolean).join(" · ");
  const all = screen.checksFacts ? [...rows, { name: CHECK_LEGEND, stored: checked(theirs), mine: checked(own) }] : rows;
  return all.filter(({ stored: one, mine: other }) => one !== other);
}
