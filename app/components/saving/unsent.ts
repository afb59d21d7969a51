/**
 * Keeps what could not be saved yet in the browser (localStorage), by user, screen and part. Without storage, saving to the server still
 * works.
 */

export interface UnsentChange {
  /** The version that it was made from. */
  base: string;
  value: string;
  /** Names the change, so that a second try is the same change. */
  key?: string | undefined;
  /** The screen that it belongs to, by address and name. */
  href: string;
  label: string;
}

/** Names a part of a screen in the browser's storage. */
export interface DraftKey {
  /** Identifies the user. */
  owner: string;
  href: string;
  part: string;
}

const prefixOf = (owner: string) => `unsent ${owner} `;
const keyOf = ({ owner, href, part }: DraftKey) => `${prefixOf(owner)}${href} ${part}`;

function withStore<T>(use: (store: Storage) => T, otherwise: T): T {
  try {
    return use(localStorage);
  } catch {
    return otherwise;
  }
}

/** What is kept for a part of a screen; undefined for nothing. */
export function findUnsent(place: DraftKey): UnsentChange | undefined {
  return withStore((store) => parse(store.getItem(keyOf(place))), undefined);
}

export function keepUnsent(place: DraftKey, unsent: UnsentChange): void {
  withStore((store) => store.setItem(keyOf(place), JSON.stringify(unsent)), undefined);
}

/** Forgets a value unless another tab has kept a newer one since. */
export function forgetUnsent(place: DraftKey, value: string): void {
  withStore((store) => {
    if (parse(store.getItem(keyOf(place)))?.value === value) store.removeItem(keyOf(place));
  }, undefined);
}

/** Forgets any stored change, because the user decided so. */
export function discardUnsent(place: DraftKey): void {
  withStore((store) => store.removeItem(keyOf(place)), undefined);
}

/** Forgets all that is kept for a user. */
export function discardAllUnsent(owner: string): void {
  withStore((store) => {
    for (const key of Object.keys(store)) if (key.startsWith(prefixOf(owner))) store.removeItem(key);
  }, undefined);
}

/** A part of a screen with something kept. */
export interface UnsentPart {
  href: string;
  label: string;
  part: string;
  value: string;
}

/** Everything that is kept for a user. */
export function listUnsent(owner: string): UnsentPart[] {
  const read = (store: Storage, key: string): UnsentPart[] => {
    const kept = key.startsWith(prefixOf(owner)) ? parse(store.getItem(key)) : undefined;
    const { href, label, value } = kept ?? { href: "", label: "", value: "" };
    return kept ? [{ href, label, value, part: key.slice(key.lastIndexOf(" ") + 1) }] : [];
  };
  return withStore((store) => Object.keys(store).flatMap((key) => read(store, key)), []);
}

function parse(json: string | null): UnsentChange | undefined {
  if (json === null) return undefined;
  try {
    const value = JSON.parse(json);
    return typeof value?.base === "string" && typeof value.value === "string" ? value : undefined;
  } catch {
    return undefined;
  }
}
