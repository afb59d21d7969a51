/** Decides about a request before any route sees it: admit it, delay it, or turn it away. Its body is read and bounded here. */
import type { IncomingMessage } from "node:http";
import type { Readable } from "node:stream";
import { setImmediate as turn, setTimeout as wait } from "node:timers/promises";
import type { RequestContext } from "~/services/context.server";
import { UPLOAD_MAX } from "~/views/answering/workbook";
import { AddressCounter } from "./address-counter.server";
import { faultOfForm } from "./form-bounds.server";
import {
  FILE_TOO_LARGE,
  inWordsFor,
  LONG_ADDRESS,
  NO_FORM,
  NO_FORM_OF_OURS,
  type Refusal,
  TOO_LARGE,
  TOO_MANY_FIELDS,
  tooManyForms,
} from "./refusal.server";
import { faultOfUpload } from "./upload-bounds.server";

/** Bytes of a body. A form with the longest note, percent-encoded, is far smaller, and so are the notes of a grid as people write them. */
const BODY_MAX = 1024 * 1024;
/** Characters of path and query. Our own longest address names every practice of a suggested scope, in a few hundred characters. */
const ADDRESS_MAX = 8_000;
const FORM_TYPE = "application/x-www-form-urlencoded";

/** Forms posted without a session, per address and minute; to sign in by mail, per person and minute in a browser that knows them. An office whose sessions have all run out stays below the first number. */
const UNHINDERED = 60;
const ACCEPTED = 120;
const SLOWER_BY_MS = 50;
const WAITING_MAX = 100;

/** What the body of a request may hold. */
interface Allowance {
  bytes: number;
  tooLarge: Refusal;
  /** By the type of the body. A type that is not there is refused. */
  fault: Readonly<Record<string, (body: Buffer, type: string) => Refusal | undefined>>;
}

const faultInForm = (body: Buffer) => {
  const fault = faultOfForm(body.toString("latin1"));
  return fault && (fault === "too much" ? TOO_MANY_FIELDS : NO_FORM_OF_OURS);
};

const FORM: Allowance = { bytes: BODY_MAX, tooLarge: TOO_LARGE, fault: { [FORM_TYPE]: faultInForm } };

/** The file with its envelope. A form without a file comes from the page that gives it back when a session has ended. */
const UPLOAD: Allowance = {
  bytes: UPLOAD_MAX + 64 * 1024,
  tooLarge: FILE_TOO_LARGE,
  fault: {
    [FORM_TYPE]: (body) => (body.length > BODY_MAX ? TOO_LARGE : faultInForm(body)),
    "multipart/form-data": (body, type) => (faultOfUpload(body, type) ? NO_FORM_OF_OURS : undefined),
  },
};

/** The routes that take a file. */
const TAKES_FILE = /^\/(?:assessments\/[^/?]+\/import|team\/style)(?:\.data)?(?:\?|$)/i;
const allowanceOf = (path: string): Allowance => (TAKES_FILE.test(path) ? UPLOAD : FORM);

/** Bytes of a body that takes long to check. */
const LONG = 100_000;

/** As much of a body that is too large is read and thrown away: a browser that is cut off while it sends shows no answer. */
const THROWN_AWAY_MAX = 64 * 1024 * 1024;

const withoutSession = new AddressCounter({ windowSeconds: 60 });
let waiting = 0;

/** What is known of a request when its head has arrived. */
type RequestHead = Pick<RequestContext, "refusal" | "session" | "address" | "mailCookies" | "openSheet">;

/**
 * Admits a request or turns it away (docs/rules/errors-and-retries.md#what-is-refused-beforehand). The body of an admitted request has been
 * read and checked, and can be read again.
 * @param request as it came in; one without a body counts as an empty form
 * @returns why it is turned away; undefined when it is admitted
 * @throws Error with `status` 400 when the connection breaks before the whole body has arrived
 */
export async function admit(request: IncomingMessage, arrived: RequestHead): Promise<Refusal | undefined> {
  return inWordsFor(request.url ?? "", await whyRefused(request, arrived));
}

async function whyRefused(request: IncomingMessage, arrived: RequestHead): Promise<Refusal | undefined> {
  const { refusal, session } = arrived;
  const { method, url = "", headers } = request;
  if (url.length > ADDRESS_MAX) return LONG_ADDRESS;
  const { bytes, tooLarge, fault } = allowanceOf(url);
  const length = Number(headers["content-length"] ?? 0);
  if (length > bytes) {
    if (session.current && tooLarge === FILE_TOO_LARGE && length <= THROWN_AWAY_MAX) await thrownAway(request);
    return tooLarge;
  }
  if (refusal || method === "GET" || method === "HEAD") return refusal;
  const late = session.current ? undefined : await slowDown(await senderOf(url, arrived));
  if (late) return late;
  if (length === 0) headers["content-type"] = FORM_TYPE;
  const type = headers["content-type"] ?? "";
  const faultIn = fault[type.split(";")[0]?.trim().toLowerCase() ?? ""];
  if (!faultIn) return NO_FORM;
  if (length === 0) return undefined;
  const storedRefusal = faultIn(await bodyOf(request, length), type);
  // A long body takes long to check and to parse. Others have their turn in between.
  if (length > LONG) await turn();
  return storedRefusal;
}

/** Waits until a body has arrived, and keeps nothing of it. */
function thrownAway(request: Readable): Promise<void> {
  return new Promise((resolve) => {
    request
      .on("data", () => undefined)
      .once("end", resolve)
      .once("error", resolve)
      .once("close", resolve);
  });
}

/** The forms for signing in by mail. */
const SIGNS_IN = /^\/sign-in(?:[/.?]|$)/i;

/**
 * Whom a form without a session counts for. An open sheet counts for itself, because a whole office may fill in theirs at once. A known browser counts
 * for its person, so that no neighbour keeps them from signing in by mail.
 */
async function senderOf(path: string, { mailCookies, openSheet, address }: RequestHead): Promise<string> {
  if (openSheet.current) return `sheet ${openSheet.current.sheet}`;
  return (SIGNS_IN.test(path) ? await mailCookies.findKnown() : undefined) ?? address;
}

/** Delays forms without a session: the more come from one sender, the longer. Beyond a limit they are turned away. */
async function slowDown(sender: string): Promise<Refusal | undefined> {
  const { counted, resetInMs } = await withoutSession.count(sender);
  if (counted <= UNHINDERED) return undefined;
  if (counted > ACCEPTED || waiting >= WAITING_MAX) return tooManyForms(resetInMs);
  waiting += 1;
  try {
    await wait((counted - UNHINDERED) * SLOWER_BY_MS);
  } finally {
    waiting -= 1;
  }
  return undefined;
}

/** Reads a body of known length and puts it back, so that the next reader finds it. */
function bodyOf(request: Readable, length: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const pieces: Buffer[] = [];
    let received = 0;
    const settle = (act: () => void) => {
      request.off("readable", onReadable).off("error", onEnd).off("close", onEnd);
      act();
    };
    const onEnd = () =>
      settle(() => reject(Object.assign(new Error("The request ended before its body did."), { name: "BrokenOff", status: 400 })));
    const onReadable = () => {
      for (let piece: Buffer | null = request.read(); piece !== null; piece = request.read()) {
        pieces.push(piece);
        received += piece.length;
        if (received < length) continue;
        const body = Buffer.concat(pieces);
        request.unshift(body);
        return settle(() => resolve(body));
      }
    };
    request.on("readable", onReadable).on("error", onEnd).on("close", onEnd);
    // The connection may have been closed while the request was delayed.
    if (request.destroyed) onEnd();
  });
}
