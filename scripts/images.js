// @ts-check
// npm run images: whether the tags of the images that are pinned by digest have moved on. With --write it takes up the new digests.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { root } from "./build.js";

/** The files that name images. */
export const FILES = ["Dockerfile", "compose.yaml"];
/** An image of Docker Hub's official ones: its name, its tag, its digest. */
const PINNED = /\b([a-z0-9-]+):([\w.-]+)@(sha256:[0-9a-f]{64})/g;
/** One digest for all kinds of machines, as `docker pull` resolves it. */
const INDEXES = "application/vnd.oci.image.index.v1+json, application/vnd.docker.distribution.manifest.list.v2+json";

/** @typedef {{image: string, tag: string, digest: string}} Pin */

/**
 * The images that a text pins by digest.
 * @param {string} text of a Dockerfile or a Compose file
 * @returns {Pin[]}
 */
export const pinsIn = (text) => [...text.matchAll(PINNED)].map(([, image = "", tag = "", digest = ""]) => ({ image, tag, digest }));

/**
 * The digest that a tag has now.
 * @param {Pin} pin
 * @param {typeof fetch} ask
 * @throws Error when Docker Hub cannot be asked, or has no such tag
 */
async function digestNow({ image, tag }, ask) {
  const scope = `repository:library/${image}:pull`;
  const granted = await ask(`https://auth.docker.io/token?service=registry.docker.io&scope=${scope}`);
  if (!granted.ok) throw new Error(`the registry answers ${granted.status}`);
  const { token } = /** @type {{token: string}} */ (await granted.json());
  const answer = await ask(`https://registry-1.docker.io/v2/library/${image}/manifests/${tag}`, {
    method: "HEAD",
    headers: { Accept: INDEXES, Authorization: `Bearer ${token}` },
  });
  const digest = answer.headers.get("docker-content-digest");
  if (!answer.ok || !digest) throw new Error(`the registry answers ${answer.status}`);
  return digest;
}

/**
 * Compares the pinned digests with the registry's.
 * @param {string} text of a Dockerfile or a Compose file
 * @param {typeof fetch} [ask]
 * @returns {Promise<{lines: string[], code: 0 | 1 | 2, text: string}>} lines: to print; code: 0 all current, 1 a tag has moved on, 2 the
 * registry did not answer; text: with the current digests
 */
export async function compare(text, ask = fetch) {
  const lines = [];
  let updated = text;
  /** @type {0 | 1 | 2} */
  let code = 0;
  for (const pin of pinsIn(text)) {
    const name = `${pin.image}:${pin.tag}`;
    try {
      const now = await digestNow(pin, ask);
      const same = now === pin.digest;
      lines.push(same ? `${name} is current.` : `${name} has moved on, to ${now}`);
      updated = updated.replaceAll(`${name}@${pin.digest}`, `${name}@${now}`);
      if (!same && code === 0) code = 1;
    } catch (error) {
      lines.push(`${name} could not be asked for: ${error instanceof Error ? error.message : error}`);
      code = 2;
    }
  }
  return { lines, code, text: updated };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const write = process.argv.includes("--write");
  for (const file of FILES) {
    const path = join(root, file);
    const { lines, code, text } = await compare(readFileSync(path, "utf8"));
    for (const line of lines) console.log(`${file}: ${line}`);
    if (write) writeFileSync(path, text);
    process.exitCode = Math.max(Number(process.exitCode ?? 0), write && code === 1 ? 0 : code);
  }
}
