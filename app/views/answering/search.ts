/** What the search in an assessment shows. */

import type { Id, Role } from "#model/contract/common.ts";
import type { Piece } from "#model/search.ts";
import { listed, upperFirst } from "#model/words.ts";
import type { OnPage } from "~/views/answering/concerns";
import { alsoSearched } from "~/views/answering/filters";
import type { Screens } from "~/views/screens";

export const SEARCH_FIELD = "q";

const ALWAYS: Readonly<Record<Role, readonly string[]>> = {
  P3M3: ["statements", "diagnostics", "notes"],
  ITIL: ["statements", "notes"],
};

/** What is searched, in words. @param page its concerns */
export const searchedTexts = (model: Role, page: OnPage): string => upperFirst(listed([...ALWAYS[model], ...alsoSearched(page)]));

/** A text in which all words occur. */
export interface Hit {
  kind: "Statement" | "Diagnostic" | "Criterion" | "Option" | "Note" | "Evidence" | "Voice";
  level: number | undefined;
  pieces: Piece[];
  /** How the assessment before answered it, or what became of it since: 'Nov 2025: Fully'. */
  since: string | undefined;
  /** The questions screen, scrolled to the text. */
  href: string;
}

/** What was found in one thread, practice or component. */
export interface HitGroup {
  name: string;
  href: string;
  hits: Hit[];
}

export interface SearchPage {
  assessment: { id: Id; name: string };
  query: string;
  /** What is searched, in words. */
  searched: string;
  /** What is wrong with the query. */
  problem: string | undefined;
  /** Undefined when nothing was searched for. Fewer than `total` hits if there are very many. */
  hits: { total: number; places: number; groups: HitGroup[] } | undefined;
  screens: Screens;
  links: { here: string };
}
