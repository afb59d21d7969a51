/** What every screen may have to show around its own content: a message left by the page before, or a failure in its place. */

/** A message that the next page shows, once. */
export interface Flash {
  kind: "success" | "error" | "info";
  title: string;
  text?: string;
  /** Shown as a dialog, which waits until it is dismissed. */
  modal?: boolean;
}

/** What a loader throws, with `data(…, {status})`, for a failure that the specification words. */
export interface FailurePage {
  title: string;
  description: string;
  /** Where the way on leads; an address outside the product is left by a full navigation. */
  next: { href: string; label: string };
  /** A form that could not be saved because of it, to be sent again. */
  kept?: KeptForm;
  /** The way on is to log out: the session is of no use any more. */
  logOut?: boolean;
}

/** What somebody typed, and where it was going. */
export interface KeptForm {
  action: string;
  fields: [name: string, value: string][];
}

/** What a form is answered with instead of leading on, and the status of the page that shows it. */
export type Reply<T> = [body: T, init: { status: number }];
