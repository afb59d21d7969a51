import { randomBytes } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import { freshDatabase } from "../support/api.ts";
import { Visitor } from "../support/form-driver.ts";
import { readMail, secretsIn, startMailServer } from "../support/mail-server.ts";
import { type App, freePort, startApp } from "../support/server.ts";
import type { Attack } from "./attack.ts";

const VICTIM = "victim@example.org";
const WRONG = "AAAA-AAAA";
const ROUNDS = 40;
const GUESSING_BROWSERS = 20;

/** Asks for a mail in a new browser. */
async function ask(app: App, address: string): Promise<Visitor> {
  const browser = new Visitor(app.url);
  await browser.get("/sign-in");
  return browser.form("Send me a link").fill("E-mail address", address).submit("Send me a link");
}

const type = (browser: Visitor, code: string) => browser.form("Sign in").fill("Code from the mail", code).submit("Sign in");

const SETTLED_MS = 2_000;

const median = (times: readonly number[]) => times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0;

async function timed(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await work();
  return performance.now() - began;
}

/** What somebody can do who knows an address, or gets hold of a mail. */
export const attack: Attack = {
  title: "Looks for addresses by words, status and time, guesses codes, opens a stolen mail, and asks for mails to keep somebody out",
  async run() {
    const database = await freshDatabase();
    const server = await startMailServer();
    const port = await freePort();
    const app = await startApp({
      env: {
        DEMO: "0",
        ALLOW_HTTP: "1",
        TRUST_PROXY: "1",
        DATABASE_URL: database.url,
        PORT: String(port),
        PUBLIC_URL: `http://localhost:${port}`,
        SESSION_SECRET: randomBytes(33).toString("base64"),
        SMTP_URL: server.url,
        MAIL_FROM: "tool@example.org",
      },
    });
    let networks = 0;
    /** A post from a network of its own, so that the limit of posted forms counts for none. */
    const post = (browser: Visitor, path: string, fields: Record<string, string>) => {
      networks += 1;
      return browser.post(path, fields, { "X-Forwarded-For": `10.${networks >> 16}.${(networks >> 8) & 255}.${networks & 255}` });
    };
    const mailTo = async (address: string) => {
      for (const end = Date.now() + 10_000; Date.now() < end; await new Promise((resolve) => setTimeout(resolve, 100))) {
        const mail = server.received.findLast(({ to }) => to.includes(address));
        if (mail) return secretsIn(readMail(mail));
      }
      throw new Error(`No mail came to ${address}.`);
    };
    try {
      // The victim has signed in before, in a browser of their own.
      const own = await new Visitor(app.url).enter(await app.entryLink(VICTIM, { name: "Victim" }));
      await own.get("/");
      await own.form("Log out").submit();

      // By words and status: the pages of known and unknown addresses, through the fifth wrong code.
      const pages = new Set<string>();
      for (const address of [VICTIM, "unknown@example.org"]) {
        const browser = await ask(app, address);
        // The answer does not wait for the request to be stored, so that it tells nothing.
        await wait(SETTLED_MS);
        let seen = `${browser.status} ${browser.url} ${browser.text().replaceAll(address, "…")}`;
        for (let times = 0; times < 5; times += 1)
          seen += ` ${(await type(browser, WRONG)).status} ${browser.text().replaceAll(address, "…")}`;
        pages.add(seen);
      }
      // By time: each of these addresses gets one request, so no quota cuts the work short.
      for (let round = 0; round < ROUNDS; round += 1) await app.entryLink(`known${round}@example.org`);
      const times: Record<"known" | "unknown", number[]> = { known: [], unknown: [] };
      for (let round = 0; round < ROUNDS; round += 1)
        for (const kind of ["known", "unknown"] as const)
          times[kind].push(await timed(() => post(new Visitor(app.url), "/sign-in", { address: `${kind}${round}@example.org` })));
      const apart = Math.abs(median(times.known) - median(times.unknown));

      // Guessing: all the codes that many browsers may type.
      let guessed = 0;
      let looked = 0;
      for (let browser = 0; browser < GUESSING_BROWSERS; browser += 1) {
        const guessing = await post(new Visitor(app.url), "/sign-in", { address: VICTIM });
        for (let guess = 0; guess < 8; guess += 1) {
          await post(guessing, "/sign-in/code", { code: randomBytes(6).toString("hex") });
          if (guessing.status === 400) looked += 1;
          if (guessing.cookie("session")) guessed += 1;
        }
      }

      // A stolen mail, opened elsewhere: link and code in browsers that have asked for nothing, or for somebody else.
      const other = "other@example.org";
      await app.entryLink(other);
      const asking = await ask(app, other);
      const { link, code } = await mailTo(other);
      let stolen = 0;
      for (const thief of [new Visitor(app.url), await ask(app, "thief@example.org")]) {
        await thief.get(link);
        await post(thief, new URL(link).pathname, {});
        await post(thief, "/sign-in/code", { code });
        if (thief.cookie("session")) stolen += 1;
      }
      await asking.get(link);
      await asking.form("Sign in").submit("Sign in");
      const owned = asking.cookie("session") !== undefined;

      // The flood above has used up the victim's quota. Their own browser still gets a mail, and a flood sent few.
      const flooded = server.received.filter(({ to }) => to.includes(VICTIM)).length;
      await own.get("/sign-in");
      await own.form("Send me a link").fill("E-mail address", VICTIM).submit("Send me a link");
      for (const end = Date.now() + 10_000; Date.now() < end; await new Promise((resolve) => setTimeout(resolve, 100)))
        if (server.received.filter(({ to }) => to.includes(VICTIM)).length > flooded) break;
      await own.get((await mailTo(VICTIM)).link);
      const isOpen = own.text().includes("Sign in with this link?");
      if (isOpen) await own.form("Sign in").submit("Sign in");
      const isIn = own.cookie("session") !== undefined;

      const secrets = [link, code, code.replace("-", ""), VICTIM, other].filter((secret) => app.output().includes(secret)).length;
      return {
        held: pages.size === 1 && apart < 20 && guessed === 0 && stolen === 0 && owned && flooded <= 5 && isIn && secrets === 0,
        figures: `${pages.size} kind of page for known and unknown; medians of ${ROUNDS} answers ${apart.toFixed(1)} ms apart; ${looked} of ${GUESSING_BROWSERS * 8} guesses were looked at, ${guessed} signed in; a stolen mail signed in ${stolen} of 2 browsers, and ${owned ? "then" : "never"} its owner; ${flooded} mails came to the victim of ${GUESSING_BROWSERS + 1} that were asked for, and the victim's own browser is ${isIn ? "let in" : "kept out"}; ${secrets} secrets or addresses in the log`,
      };
    } finally {
      await app.stop();
      await server.close();
      await database.drop();
    }
  },
};
