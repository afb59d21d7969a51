/** The messages for readers who cannot use a sheet, or a page of it. Each says how to go on. */
import { SheetUnavailable } from "~/services/faults.server";
import type { OpenSheet } from "~/services/voice/open-sheet.server";
import { paths } from "~/views/paths";

/** The link was never opened here, twelve hours have passed, or the sheet was taken back. */
export const notOpen = (sheet: string) =>
  new SheetUnavailable(401, {
    title: "Your sheet is not open in this browser.",
    description:
      "Please open the link that you were given once more. It works as often as you like, on any device. If it no longer works, ask whoever gave it to you.",
    next: { href: paths.voiceSheet(sheet), label: "Try again" },
  });

/** The link was opened just now, and the browser has not kept the cookie that opens the sheet. */
export const noCookies = (sheet: string) =>
  new SheetUnavailable(401, {
    title: "This browser keeps no cookies.",
    description:
      "Your sheet needs one, to know that you may open it. Please allow cookies for this site in the settings of the browser, then open the link that you were given once more. Or open the link in another browser.",
    next: { href: paths.voiceSheet(sheet), label: "Try again" },
  });

/** @param open the sheet that is open in this browser */
const anotherIsOpen = (open: string) =>
  new SheetUnavailable(409, {
    title: "Another sheet is open in this browser.",
    description: "This page belongs to a sheet that was open here before. Please open the link of that sheet once more.",
    next: { href: paths.voiceSheet(open), label: "Go to the sheet that is open" },
  });

/** Nothing can be written any more. */
export const sheetClosed = (sheet: string) =>
  new SheetUnavailable(409, {
    title: "This sheet is closed.",
    description: "Nothing can be saved any more. If you still have something to say, please tell whoever asked you.",
    next: { href: paths.voiceSheet(sheet), label: "Go to the sheet" },
    isOver: true,
  });

/** The page was opened before the second round began (docs/rules/voices.md#second-round). */
export const firstRoundOver = (sheet: string) =>
  new SheetUnavailable(409, {
    title: "Your answers can no longer be changed.",
    description: "You are asked to check facts now. What you saved before is kept; what you typed here since was not saved.",
    next: { href: paths.voiceSheet(sheet), label: "Go to the sheet" },
    isOver: true,
  });

/** A thread was descoped, or the scope has changed. */
export const pageGone = (sheet: string) =>
  new SheetUnavailable(404, {
    title: "This page is not on your sheet.",
    description: "Perhaps you are no longer asked about it. What you said on it is kept.",
    next: { href: paths.voiceSheet(sheet), label: "Go to the sheet" },
    isOver: true,
  });

/** Checks that the sheet of an address is the one that is open in this browser. @throws SheetUnavailable */
export function requireOpen({ current }: OpenSheet, sheet: string): void {
  if (!current) throw notOpen(sheet);
  if (current.sheet !== sheet) throw anotherIsOpen(current.sheet);
}
