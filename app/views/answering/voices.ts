/** What voices say, next to the statements that an assessor answers (docs/rules/voices.md#what-the-assessor-sees). */
import { withText } from "#model/note.ts";
import type { EvidenceItem } from "~/views/answering/evidence";

/** Gives the text of a posted field. */
type FieldReader = (name: string) => string | undefined;

/** What one voice wrote about a statement. */
export interface VoiceComment {
  /** Of voice and statement, as a button names them. */
  id: string;
  /** 'Jane Doe', or 'Voice 3' once the name is forgotten. */
  by: string;
  role: string;
  /** In words; undefined where there is only a comment. */
  answer: string | undefined;
  comment: string;
  seen: string;
  /** Of the statement; null for a component. */
  level: number | null;
  /** The comment as text of a note, and as evidence. */
  inNote: string;
  asEvidence: Pick<EvidenceItem, "kind" | "what" | "where" | "who" | "date" | "goodUntil" | "remark">;
}

/** What voices say about one statement. */
export interface StatementOpinions {
  /** '3 Fully, 1 I cannot tell'; empty where nobody has answered. */
  words: string;
  /** The answer that can be taken over, by its place among the answers of the screen. */
  consensus: { choice: number; word: string } | undefined;
  /** The first of them, as far as the screen has room. */
  comments: readonly VoiceComment[];
  /** How many there are, shown or not. */
  commented: number;
  /** Where all of them are, unless they are here. */
  all?: string | undefined;
}

/** What voices say about a thread, practice or component, in short. */
export interface VoicesInRow {
  /** How many of those who were asked have answered, and how many disagree in a check of facts: '3 of 5 voices, 1 disagrees'. */
  words: string;
  /** They differ among themselves, and from the verdict; somebody disagrees in a check of facts. */
  differ: boolean;
  apart: boolean;
  objected: boolean;
}

/** Next to the statements of a questions screen. */
export interface VoicesView {
  /** One for each statement of the screen, in its order; of a component one. Undefined where they could not be read. */
  statements: readonly StatementOpinions[] | undefined;
  /** What those say about the verdict who check facts, and how many say what: '2 agree, 1 disagrees'. */
  checked: string;
  /** The first of those who say why, as far as the screen has room. */
  checks: readonly { by: string; agrees: boolean; reason: string }[];
  /** How many say why, shown or not, and where all who disagree are unless they are here. */
  reasons: number;
  allReasons?: string | undefined;
}

/** Where the comments on a component are. Others are in the card of their level. */
export const VOICES_ID = "voices";

/** The fields of the buttons without script that take an answer over, and that copy a comment. */
export const TAKE_OVER_FIELD = "takeOver";
export const COPY_FIELD = "copy";

/** An answer as the button posts it. @param field the name of the statement's radios */
export const takeOverValue = (field: string, value: string) => `${field}:${value}`;

/** A posted form as if the answer that a button takes over had been chosen in it, and the comment that one copies had been typed. */
export function withTakenOver(posted: FieldReader): FieldReader {
  const [, taken, value] = /^((?:level|criterion)-\d{1,3}|option):(\d{1,12})$/.exec(posted(TAKE_OVER_FIELD) ?? "") ?? [];
  const copied = posted(COPY_FIELD);
  return (name) => {
    const typed = posted(name);
    if (name === taken) return value;
    return name === "note" && typed !== undefined && copied !== undefined ? withText(typed, copied) : typed;
  };
}
