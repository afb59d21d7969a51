/** Links from findings to new actions (docs/rules/actions.md#where-an-action-begins). Small, because answering screens load it. */
import { fingerprint } from "#model/note.ts";

/** What an action is about, as an address names it (docs/rules/actions.md#where-an-action-begins). */
export interface ActionAbout {
  /** The finding, by which its words are looked up; undefined where none leads to it. */
  of?: string;
  /** Such as `thread/2/7`. */
  places: readonly string[];
}

/** What an action begins with, in words. */
export interface ActionBegun {
  title: string;
  why: string;
}

/** The findings that begin an action, as addresses name them next to the places that they are about. */
export const FINDINGS = {
  /** A thread that was left out: it is to be assessed next time. */
  descoped: "descoped",
  /** What would lift a perspective, practice or component. */
  lift: (code: string) => `lift-${code}`,
  /** A diagnostic, or a criterion, by its statement without markup. */
  statement: (statement: string) => `statement-${fingerprint(statement)}`,
  /** A recommended step. */
  step: (key: string) => `step-${key}`,
} as const;

/** A link to the form of an action. */
export const ADD_ACTION = "Add an action";

/** The address of an action about a place, with the finding that it begins with. */
export const withFinding = (add: string, of: string): string => `${add}&of=${of}`;
