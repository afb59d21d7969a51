/** A message from the previous page, or a failure in place of the screen. Any screen may show them. */

/** What the product is called. */
export const PRODUCT = "Maturity Assessment Tool";

/** The id of the first statement's place on a screen of questions or a grid: a link at the top skips to it. */
export const STATEMENTS_ID = "statements";

/** A message that the next page shows, once. */
export interface Flash {
  /** Tells two messages of the same words apart. */
  id?: string;
  kind: "success" | "error" | "info";
  title: string;
  text?: string;
  /** A paragraph of its own after the text of a dialog. */
  further?: string;
  /** Where to look next. */
  link?: { href: string; label: string };
  /** Shown as a dialog that stays until it is dismissed. */
  modal?: boolean;
}

/** A personal link, as it is shown to be copied. No address, log or stored answer has it. */
export interface CopiedLink {
  /** Whose it is. */
  name: string;
  href: string;
}

/** The error page of a failure (docs/rules/errors-and-retries.md). A wrapper in `app/with-user.server.ts` throws it with its status. */
export interface FailurePage {
  title: string;
  description: string;
  /** Where the page's link leads; an address outside the product is opened by a full navigation. */
  next: { href: string; label: string };
  /** The form that could not be saved because of the failure, to be sent again. */
  kept?: KeptForm;
  /** Sending the form again is of no use: what was typed can only be copied. */
  isOver?: true;
  /** Trying again at the same address is the first thing to offer. */
  mayRetry?: boolean;
  /** The link logs out, because the session is over. */
  logOut?: boolean;
  /** Shown as a dialog, as the screen would have shown it. */
  modal?: boolean;
}

/** A form that was not saved, to be sent again. Each of its fields is either hidden or one of its texts. */
export interface KeptForm {
  /** Where it was sent. */
  action: string;
  /** Hidden. */
  fields: [name: string, value: string][];
  /** It is not known whether it was saved. */
  mayBeSaved?: boolean;
  /** Texts of several lines, which can still be edited. */
  texts: { name: string; label: string; value: string }[];
  /** What was chosen and typed, in words. */
  answers: [question: string, answer: string][];
  /** How many more answers there are. */
  more: number;
}

/** The answer to a form that stays on its page, and the status of that page. */
export type Reply<T> = [body: T, init: { status: number }];
