import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { root } from "./build.js";
import { compare, FILES, pinsIn } from "./images.js";

const OLD = `sha256:${"0".repeat(64)}`;
const NEW = `sha256:${"1".repeat(64)}`;
const DOCKERFILE = `FROM node:24-slim@${OLD} AS base\nFROM base\n`;

/** A registry whose tags all have one digest. */
function registry(digest: string | null, status = 200): typeof fetch {
  return async (address, init) => {
    const url = String(address);
    if (url.startsWith("https://auth.docker.io/token?")) {
      expect(new URL(url).searchParams.get("scope")).toBe("repository:library/node:pull");
      return Response.json({ token: "anonymous" });
    }
    expect(url).toBe("https://registry-1.docker.io/v2/library/node/manifests/24-slim");
    expect(new Headers(init?.headers).get("Authorization")).toBe("Bearer anonymous");
    return new Response(null, { status, headers: digest ? { "Docker-Content-Digest": digest } : {} });
  };
}

describe("compare", () => {
  it("says that a tag still has its digest", async () => {
    expect(await compare(DOCKERFILE, registry(OLD))).toEqual({ lines: ["node:24-slim is current."], code: 0, text: DOCKERFILE });
  });

  it("finds a tag that has moved on, and takes up its digest", async () => {
    expect(await compare(DOCKERFILE, registry(NEW))).toEqual({
      lines: [`node:24-slim has moved on, to ${NEW}`],
      code: 1,
      text: DOCKERFILE.replace(OLD, NEW),
    });
  });

  it("does not take silence for an answer", async () => {
    const unreachable = async () => {
      throw new Error("fetch failed");
    };
    for (const ask of [unreachable, registry(null), registry(NEW, 404)]) {
      const { code, text } = await compare(DOCKERFILE, ask);
      expect([code, text]).toEqual([2, DOCKERFILE]);
    }
  });
});

describe("every image", () => {
  it.each(FILES)("of %s is pinned by digest", (file) => {
    const text = readFileSync(join(root, file), "utf8");
    const stages = [...text.matchAll(/^FROM .* AS (\w+)$/gm)].map(([, stage]) => stage);
    // Images that are built here, and stages of the same file, have no digest.
    const own = ["maturity-assessment-tool", ...stages];
    const named = [...text.matchAll(/^(?:FROM| +image:) +(\S+)/gm)].map(([, image = ""]) => image).filter((image) => !own.includes(image));
    expect(named).toEqual(pinsIn(text).map(({ image, tag, digest }) => `${image}:${tag}@${digest}`));
    expect(named).not.toEqual([]);
  });
});
