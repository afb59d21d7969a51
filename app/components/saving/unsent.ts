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
  /** Identifies the user: by their present name there, and after commas by former ones. */
  owner: string;
  href: string;
  part: string;
}

const prefixesOf = (owner: string) => owner.split(",").map((name) => `unsent ${name} `);
const keysOf = ({ owner, href, part }: DraftKey) => prefixesOf(owner).map((prefix) => `${prefix}${href} ${part}`);

function withStore<T>(use: (store: Storage) => T): T | undefined {
  try {
    return use(localStorage);
  } catch {
    return undefined;
  }
}

/** What is kept for a part of a screen; undefined for nothing. */
export const findUnsent = (place: DraftKey): UnsentChange | undefined =>
  withStore((store) =>
    keysOf(place)
      .map((key) => parse(store.getItem(key)))
      .find(Boolean),
  );

/** Keeps a change by the user's present name, in the place of what any of their names keeps. */
export function keepUnsent(place: DraftKey, unsent: UnsentChange): void {
  withStore((store) => {
    const [key = "", ...former] = keysOf(place);
    store.setItem(key, JSON.stringify(unsent));
    for (const each of former) store.removeItem(each);
  });
}

/** Forgets a value unless another tab has kept a newer one since. */
export const forgetUnsent = (place: DraftKey, value: string): void => remove(place, (kept) => kept?.value === value);

/** Forgets any stored change, because the user decided so. */
export const discardUnsent = (place: DraftKey): void => remove(place, () => true);

function remove(place: DraftKey, isMeant: (kept: UnsentChange | undefined) => boolean): void {
  withStore((store) => {
    for (const key of keysOf(place)) if (isMeant(parse(store.getItem(key)))) store.removeItem(key);
  });
}

/** A part of a screen with something kept. */
export interface UnsentPart {
  href: string;
  label: string;
  part: string;
  value: string;
}

/** Everything that is kept for a user. */
export const listUnsent = (owner: string): UnsentPart[] =>
  withStore((store) =>
    Object.keys(store).flatMap((key) => {
      const kept = prefixesOf(owner).some((prefix) => key.startsWith(prefix)) && parse(store.getItem(key));
      return kept ? [{ href: kept.href, label: kept.label, value: kept.value, part: key.slice(key.lastIndexOf(" ") + 1) }] : [];
    }),
  ) ?? [];

function parse(json: string | null): UnsentChange | undefined {
  try {
    const value = JSON.parse(String(json));
    return typeof value.base === "string" && typeof value.value === "string" ? value : undefined;
  } catch {
    return undefined;
  }
}
