/**
 * What the upstream can do beyond the specification. It is asked when somebody first wants to know, and what it says is kept: a page
 * costs no call for it. An upstream that learns something new is noticed within minutes.
 */
import { CONTRACT } from "#model/contract/calls.ts";
import { extensions } from "#model/contract/session.ts";
import { log } from "~/services/http/log.server";
import { askOnce } from "~/services/upstream/upstream.server";

export type Extension = "logout";

const LIMIT_MS = 2_000;
const KEPT_MS = 5 * 60_000;
const LONGEST_PAUSE_MS = 60_000;

/** The names that an upstream gives. @throws Error for a fault, which says nothing of what it can do */
export async function askForExtensions(): Promise<readonly string[]> {
  const { response, text } = await askOnce(CONTRACT.session.extensions.path, LIMIT_MS);
  // No such call, or not for us: an answer, and it means none. What asks for patience or has failed is no answer.
  const { status } = response;
  if (status >= 400 && status < 500 && status !== 408 && status !== 429) return [];
  if (!response.ok) throw new Error(`status ${status}`);
  return extensions.parse(JSON.parse(text)).extensions;
}

/** Remembers what an upstream names. What was named once stays, and a fault takes nothing back. */
export class Extensions {
  readonly #ask: () => Promise<readonly string[]>;
  readonly #named = new Set<string>();
  #answered = false;
  #faults = 0;
  /** When it may be asked again, epoch milliseconds. */
  #dueAt = 0;
  #asking: Promise<void> | undefined;

  constructor(ask: () => Promise<readonly string[]>) {
    this.#ask = ask;
  }

  /** Whether the upstream has this. Waits for the first answer only. */
  async has(name: Extension): Promise<boolean> {
    if (!this.#asking && Date.now() >= this.#dueAt) this.#asking = this.#refresh();
    if (!this.#answered) await this.#asking;
    return this.#named.has(name);
  }

  async #refresh(): Promise<void> {
    try {
      for (const name of await this.#ask()) this.#named.add(name);
      this.#answered = true;
      this.#faults = 0;
      this.#dueAt = Date.now() + KEPT_MS;
    } catch (error) {
      log("warn", "the upstream does not say what it can do", { reason: String(error) });
      // The first fault may be a hiccup; an upstream that goes on so must not be asked with every page.
      this.#dueAt = Date.now() + (this.#faults === 0 ? 0 : Math.min(LONGEST_PAUSE_MS, 1_000 * 2 ** this.#faults));
      this.#faults += 1;
    } finally {
      this.#asking = undefined;
    }
  }
}

const known = new Extensions(askForExtensions);

/** Whether the upstream of this process has an extension. */
export function hasExtension(name: Extension): Promise<boolean> {
  return known.has(name);
}
