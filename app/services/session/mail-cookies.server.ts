/**
 * The two sealed cookies of signing in by mail (docs/rules/sign-in-by-mail.md#cookies). `asked` binds a mail to the browser that asked
 * for it. `known` says who has signed in here before.
 */
import { randomBytes } from "node:crypto";
import { z } from "zod";
import { isSameAddress, storedAddress } from "#model/mail-address.ts";
import type { CookieJar } from "~/services/http/cookies.server";
import { seal, unseal } from "~/services/session/sealing.server";

const ASKED_SECONDS = 15 * 60;
const KNOWN_SECONDS = 365 * 24 * 60 * 60;
/** People who share a browser; whoever signed in last comes first. */
const KNOWN_MAX = 5;

/** The secret of this browser, and the address of its last request. */
const askedCookie = z.object({ browser: z.string(), address: z.string() });
/** E-mail addresses are as they are stored. */
const known = z.object({ people: z.array(z.object({ email: z.string(), proof: z.string() })) });

export class MailCookies {
  constructor(private readonly cookies: CookieJar) {}

  /** What this browser has asked for within the last quarter of an hour. */
  findAsked(): Promise<z.output<typeof askedCookie> | undefined> {
    return unseal("asked", askedCookie, this.cookies.find("asked"));
  }

  /**
   * Notes that this browser asks for a mail. One that has asked already keeps its secret, so that its former mails still serve.
   * @param address as typed, in lower case
   */
  async ask(address: string): Promise<{ browser: string; browserProof: string | undefined }> {
    const browser = (await this.findAsked())?.browser ?? randomBytes(32).toString("base64url");
    this.cookies.set("asked", await seal("asked", { browser, address }, ASKED_SECONDS), { maxAge: ASKED_SECONDS });
    const people = await this.#people();
    return { browser, browserProof: people.find(({ email }) => isSameAddress(email, address))?.proof };
  }

  /** The address of whoever signed in here last; undefined in a browser that nobody is known in. */
  async findKnown(): Promise<string | undefined> {
    return (await this.#people())[0]?.email;
  }

  /**
   * Notes who has signed in here, and forgets the request.
   * @param address in the upstream's spelling
   * @param proof from the upstream, if it gives any
   */
  async enter(address: string, proof: string | undefined): Promise<void> {
    this.cookies.clear("asked");
    if (proof === undefined) return;
    const email = storedAddress(address);
    const others = (await this.#people()).filter((person) => !isSameAddress(person.email, email));
    const people = [{ email, proof }, ...others].slice(0, KNOWN_MAX);
    this.cookies.set("known", await seal("known", { people }, KNOWN_SECONDS), { maxAge: KNOWN_SECONDS });
  }

  async #people() {
    return (await unseal("known", known, this.cookies.find("known")))?.people ?? [];
  }
}
