/**
 * What the upstream can do beyond the calls that every upstream has (docs/upstream-contract.md#extensions). The client asks once, on first
 * use, and again every few minutes, so that pages need no call for it.
 */
import { CONTRACT, type Extension } from "#model/contract/calls.ts";
import { extensions } from "#model/contract/session.ts";
import { NotFound } from "~/services/faults.server";
import { log } from "~/services/http/log.server";
import { askOnce } from "~/services/upstream/upstream.server";

const LIMIT_MS = 2_000;
const KEPT_MS = 5 * 60_000;
const LONGEST_PAUSE_MS = 60_000;

/** Asks the upstream for the names of its extensions. @throws Error when it fails, so that nothing is known */
export async function askForExtensions(): Promise<readonly string[]> {
  const { response, text } = await askOnce(CONTRACT.session.extensions.path, LIMIT_MS);
  // A refusal means that it has no extensions. A failure, 408 and 429 mean nothing.
  const { status } = response;
  if (status >= 400 && status < 500 && status !== 408 && status !== 429) return [];
  if (!response.ok) throw new Error(`status ${status}`);
  return extensions.parse(JSON.parse(text)).extensions;
}

/** Remembers the extensions that an upstream has named. A later failure takes no extension back. */
export class Extensions {
  readonly #named = new Set<string>();
  #answered = false;
  #faults = 0;
  /** When it may be asked again, epoch milliseconds. */
  #dueAt = 0;
  #asking: Promise<void> | undefined;

  constructor(private readonly ask: () => Promise<readonly string[]>) {}

  /** Whether the upstream has an extension. Only the first question waits for the upstream's answer. */
  async has(name: Extension): Promise<boolean> {
    if (!this.#asking && Date.now() >= this.#dueAt) this.#asking = this.#refresh();
    if (!this.#answered) await this.#asking;
    return this.#named.has(name);
  }

  /** Whether it is known that the upstream has no such extension. */
  async lacks(name: Extension): Promise<boolean> {
    return !(await this.has(name)) && this.#answered;
  }

  async #refresh(): Promise<void> {
    try {
      for (const name of await this.ask()) this.#named.add(name);
      this.#answered = true;
      this.#faults = 0;
      this.#dueAt = Date.now() + KEPT_MS;
    } catch (error) {
      log("warn", "the upstream does not say what it can do", { reason: String(error) });
      // After the first failure ask again at once; after more, wait ever longer, so that not every page asks a broken upstream.
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

/** For a screen that needs an extension. @throws NotFound where the upstream has none of that name */
export async function requireExtension(name: Extension): Promise<void> {
  if (!(await hasExtension(name))) throw new NotFound();
}

/**
 * The same where an unknown upstream shall fail at its calls, so that the page says what is wrong and gives a posted form back.
 * @throws NotFound where it is known that the upstream has none of that name
 */
export async function refuseWithout(name: Extension): Promise<void> {
  if (await known.lacks(name)) throw new NotFound();
}

/** An address where the upstream has an extension; undefined elsewhere. */
export const ifOffered = async (name: Extension, address: string) => ((await hasExtension(name)) ? address : undefined);
