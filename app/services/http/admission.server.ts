/** What comes of a request before any route sees it: let in, let in later, or turned away. Its body is read and bounded here. */
import type { IncomingMessage } from "node:http";
import type { Readable } from "node:stream";
import { setTimeout as wait } from "node:timers/promises";
import { AddressLimit } from "./address-limit.server";
import { faultOfForm } from "./form-bounds.server";
import { LONG_ADDRESS, NO_FORM, NO_FORM_OF_OURS, type Refusal, TOO_LARGE, TOO_MANY_FIELDS, tooManyForms } from "./refusal.server";

/** A form of the longest note, percent-encoded, is far below this. */
const BODY_MAX = 1024 * 1024;
/** Path and query. The longest of ours names every practice of a suggested scope, in some hundred characters. */
const ADDRESS_MAX = 8_000;
const FORM_TYPE = "application/x-www-form-urlencoded";

/** Forms of people without a session, per address and minute: an office whose sessions have all run out stays below the first number. */
const UNHINDERED = 60;
const ACCEPTED = 120;
const SLOWER_BY_MS = 50;
const WAITING_MAX = 100;

/** What goes into a request's body, for the routes of one kind. */
interface Allowance {
  bytes: number;
  type: string;
  fault(body: Buffer): Refusal | undefined;
}

const FORM: Allowance = {
  bytes: BODY_MAX,
  type: FORM_TYPE,
  fault(body) {
    const fault = faultOfForm(body.toString("latin1"));
    return fault && (fault === "too much" ? TOO_MANY_FIELDS : NO_FORM_OF_OURS);
  },
};

/** A route that takes something else than a form, or more, is named here. */
const allowanceOf = (_path: string): Allowance => FORM;

const withoutSession = new AddressLimit({ points: ACCEPTED, windowSeconds: 60 });
let waiting = 0;

/** What is known of a request when its head has arrived. */
interface Asked {
  refusal: Refusal | undefined;
  session: { current: object | undefined };
  address: string;
}

/**
 * Lets a request in or turns it away. A body has then been read, is within its bounds, and is still there to be read again.
 * @param request as it came in; one without a body is taken for an empty form
 * @throws an error with status 400 when the request ends before its body does
 */
export async function admit(request: IncomingMessage, { refusal, session, address }: Asked): Promise<Refusal | undefined> {
  const { method, url = "", headers } = request;
  if (url.length > ADDRESS_MAX) return LONG_ADDRESS;
  const { bytes, type, fault } = allowanceOf(url);
  const length = Number(headers["content-length"] ?? 0);
  if (length > bytes) return TOO_LARGE;
  if (refusal || method === "GET" || method === "HEAD") return refusal;
  const late = session.current ? undefined : await slowDown(address);
  if (late) return late;
  if (length === 0) headers["content-type"] = FORM_TYPE;
  else if (headers["content-type"]?.split(";")[0]?.trim().toLowerCase() !== type) return NO_FORM;
  return length === 0 ? undefined : fault(await bodyOf(request, length));
}

/** Lets forms without a session wait, the longer the more of them come from one address; beyond a number they are turned away. */
async function slowDown(address: string): Promise<Refusal | undefined> {
  const { counted, resetInMs } = await withoutSession.count(address);
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

/** Reads a body of known length and puts it back, so that it can be read again. */
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
    // It may have been broken off while it was waiting.
    if (request.destroyed) onEnd();
  });
}
