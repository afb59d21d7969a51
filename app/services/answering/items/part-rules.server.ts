/** How parts of an item are compared with what is stored: whether somebody else changed them, and whether they are stored as a change wants it. */
import { fingerprint } from "#model/note.ts";
import type { PartChange } from "~/views/saving";

export interface PartRule {
  /** Whether somebody else changed it: it is stored neither as the change found it nor as the change wants it. */
  hasMoved(now: string, change: PartChange): boolean;
  /** Whether it is not stored as the change wants it. */
  isOpen(now: string, change: PartChange): boolean;
  /** It holds several values, and each may be stored alone. */
  isMany?: true;
  /** The progress tells of it, too. */
  movesProgress?: true;
}

/** The versions that a change knows, and the one that it wants. */
const known = ({ base, target, doubtful = [] }: PartChange) => [base, ...doubtful, target];

/** A value that is its own version, such as answers. */
export const VALUE: PartRule = {
  hasMoved: (now, change) => !known(change).includes(now),
  isOpen: (now, { target }) => target !== now,
};

/** A text. Its version is its fingerprint. */
export const TEXT: PartRule = {
  hasMoved: (now, { target, ...change }) => !known({ ...change, target: fingerprint(target) }).includes(fingerprint(now)),
  isOpen: (now, { target }) => fingerprint(target) !== fingerprint(now),
};

/** A sign for each of several things. Each counts for itself, so another person's sign is no conflict. */
export const SIGNS: PartRule = {
  hasMoved: (now, change) =>
    [...change.target].some((sign, index) => sign !== change.base[index] && !known(change).some((text) => text[index] === now[index])),
  isOpen: (now, { base, target }) => [...target].some((sign, index) => sign !== base[index] && sign !== now[index]),
  isMany: true,
};

/** On or off. Two people who set it want what they press, so the last one wins. */
export const SWITCH: PartRule = { hasMoved: () => false, isOpen: VALUE.isOpen, movesProgress: true };
