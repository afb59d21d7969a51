/** Several entries of evidence at once: pasted lines, and entries of the register that are to serve more (docs/rules/evidence.md#several-at-once). */
import type { EvidenceKind } from "#model/evidence.ts";
import type { Screens } from "~/views/screens";
import type { Understood } from "~/views/understood";

/** The names of the form's fields, except `entryField` and `evidencePlaceField`. `place` is that of the address. */
export const MANY = {
  formId: "formId",
  kind: "kind",
  lines: "lines",
  place: "place",
  search: "q",
  intent: "intent",
} as const;
export const SEARCH_INTENT = "search";

/** The field that ticks an entry of the register. */
export const entryField = (id: string) => `entry-${id}`;

/** What is typed, pasted and ticked. */
export interface ManyTyped {
  formId: string;
  kind: EvidenceKind;
  lines: string;
  entries: string[];
  places: string[];
  search: string;
}

/** The entries of the register that are offered: those that are ticked, then the newest. */
export interface EntryOffer {
  entries: { id: string; what: string; hint: string }[];
  /** How many match, shown or not. */
  matches: number;
}

export interface ManyPage {
  assessment: { name: string; scope: string };
  /** Why nothing can be changed; undefined when it can. */
  readOnly: string | undefined;
  unit: string;
  places: { group: string; items: { value: string; label: string }[] }[];
  typed: ManyTyped;
  offered: EntryOffer;
  screens: Screens;
  links: { back: string };
}

/** The form as it comes back: with what was not saved, or with what a search found. */
export interface ManyResult {
  /** Another one for each answer. */
  id: string;
  typed: ManyTyped;
  offered: EntryOffer;
  /** What was done and what was not; undefined for a search. */
  outcome: { title: string; text: string | undefined } | undefined;
  /** Why each line and entry that is left was not saved, in their order. */
  left: { what: string; why: string }[];
  errors: { lines?: string; places?: string };
  /** What is to be looked at before anything is saved. */
  understood?: Understood;
}
