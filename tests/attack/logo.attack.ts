import sharp from "sharp";
import { loopDelayOf } from "../support/event-loop.ts";
import { Visitor } from "../support/form-driver.ts";
import { deflated, pngOf } from "../support/pictures.ts";
import { apiClient } from "../support/seed.ts";
import type { App } from "../support/server.ts";
import { type Attack, startMeasured, watch } from "./attack.ts";
import { SLOW_LOGO, svgOf, uploadLogo } from "./logos.ts";

const TEAM = "Mallory and friends";
/** Each may upload ten pictures a minute. */
const PEOPLE = ["mallory", "trudy", "eve"].map((name) => `${name}@example.org`);

const AREA = '<rect width="1200" height="400" fill="red"/>';
const pattern = (side: number, id = "p") =>
  `<pattern id="${id}" width="${side}" height="${side}" patternUnits="userSpaceOnUse"><rect width="${side}" height="${side}" fill="red"/></pattern><rect width="1200" height="400" fill="url(#${id})"/>`;
const hidden = `data:image/svg+xml;base64,${Buffer.from(svgOf(pattern(15_000))).toString("base64")}`;
const times = (count: number, make: (index: number) => string) => Array.from({ length: count }, (_, index) => make(index)).join("");
const MEGABYTE = 1024 * 1024;

/** A picture, and a piece of the message that the user has to get. */
type Case = readonly [what: string, bytes: Uint8Array | string, says: string];

const SAVED = "The logo was saved.";
const TOO_HEAVY = "took too long, or too much memory";
const OTHER_FILE = "This SVG holds a reference to another file";

async function cases(): Promise<Case[]> {
  const flat = sharp({ create: { width: 5_000, height: 5_000, channels: 3, background: "#7a1f3d" } });
  const laughs = `<defs><g id="g0">${AREA}</g>${times(20, (n) => `<g id="g${n + 1}"><use xlink:href="#g${n}"/><use xlink:href="#g${n}"/></g>`)}</defs><use xlink:href="#g20"/>`;
  const rgba16 = { width: 5_000, height: 5_000, depth: 16, colour: 6 } as const;
  const bomb = deflated(900 * MEGABYTE);
  return [
    ["a pattern of 15,000 × 15,000", svgOf(pattern(15_000)), "This SVG holds <pattern>"],
    ["patterns in patterns", svgOf(`<pattern>${pattern(9_000, "q")}</pattern>`), "This SVG holds <pattern>"],
    ["turbulence", svgOf(`<filter id="f"><feTurbulence numOctaves="9999"/></filter>${AREA}`), "This SVG holds <filter>"],
    ["2,000 blurs", svgOf(`<g style="filter:${"blur(90px) ".repeat(2_000)}">${AREA}</g>`), "This SVG holds <filter>"],
    ["a pattern that is included", svgOf(`<xi:include href="${hidden}"/>`), OTHER_FILE],
    ["a pattern that is used", svgOf(`<rect width="1200" height="400" fill="url(${hidden}#p)"/>`), OTHER_FILE],
    ["a pattern in an entity", `<!DOCTYPE svg [<!ENTITY p '${pattern(15_000)}'>]>${svgOf("&p;")}`, "This SVG holds a document type"],
    ["240,000 elements", svgOf("<b/>".repeat(240_000)), "holds too much detail"],
    [
      "millions of dashes",
      svgOf(`<path d="M0 0${"h1200h-1200".repeat(80_000)}" stroke="red" fill="none" stroke-width="3" stroke-dasharray="0.01"/>`),
      TOO_HEAVY,
    ],
    ["100,000 large letters", svgOf(SLOW_LOGO), TOO_HEAVY],
    ["a million uses", svgOf(laughs), TOO_HEAVY],
    [
      "8,000 selectors for 15,000 elements",
      svgOf(`<style>${times(8_000, (n) => `g g .a${n} *{fill:red}`)}</style><g><g>${"<b/>".repeat(15_000)}</g></g>`),
      TOO_HEAVY,
    ],
    ["a PNG of one row", pngOf({ width: 24_999_999, height: 1, depth: 16, colour: 6 }), "more than 16,000 along one side"],
    ["a PNG of 100,000 × 100,000", Buffer.concat([pngHead(100_000)]), "more than 25 million pixels"],
    ["a PNG of 25 million deep pixels", pngOf(rgba16), SAVED],
    ["the same, interlaced", pngOf({ ...rgba16, isInterlaced: true }), SAVED],
    ["a PNG of 16,000 × 1,562", pngOf({ ...rgba16, width: 16_000, height: 1_562 }), SAVED],
    [
      "a PNG with 900 MB of text",
      pngOf({ width: 50, height: 50, chunks: [["zTXt", Buffer.concat([Buffer.from("Comment\0\0"), bomb])]] }),
      SAVED,
    ],
    [
      "a PNG with 900 MB of colours",
      pngOf({ width: 50, height: 50, chunks: [["iCCP", Buffer.concat([Buffer.from("icc\0\0"), bomb])]] }),
      SAVED,
    ],
    [
      "a progressive JPEG of 25 million pixels",
      await flat.clone().jpeg({ progressive: true, chromaSubsampling: "4:4:4" }).toBuffer(),
      SAVED,
    ],
    [
      "the same, turned",
      await flat.clone().withMetadata({ orientation: 6 }).jpeg({ progressive: true, chromaSubsampling: "4:4:4" }).toBuffer(),
      SAVED,
    ],
  ];
}

/** A PNG that holds hardly more than its own size. */
function pngHead(side: number): Uint8Array {
  const png = pngOf({ width: 1, height: 1 });
  png.writeUInt32BE(side, 16);
  png.writeUInt32BE(side, 20);
  return png;
}

async function measure(app: App, visitor: Visitor, [what, bytes, says]: Case) {
  await loopDelayOf(app);
  const watched = await watch(app, uploadLogo(visitor, bytes));
  const isTold = visitor.text().includes(says);
  const words = isTold ? `“…${says}…”` : `WITHOUT “${says}”: ${/Logo.{0,300}/.exec(visitor.text())?.[0] ?? visitor.text().slice(0, 300)}`;
  return {
    ...watched,
    held: watched.held && isTold,
    figures: `${what} (${bytes.length} bytes): ${visitor.status} ${words}, ${watched.figures}`,
  };
}

export const attack: Attack = {
  title: "pictures of up to 1 MB as a logo, which unpack to gigabytes or take minutes to draw",
  async run() {
    const app = await startMeasured();
    try {
      const visitors: Visitor[] = [];
      for (const email of PEOPLE) {
        await apiClient(app.databaseUrl, email, { team: TEAM });
        visitors.push(await new Visitor(app.url).get(await app.entryLink(email, { team: TEAM })));
      }
      const [visitor = new Visitor(app.url)] = visitors;
      // Modules that the first request of its kind loads are not part of the attack.
      await uploadLogo(visitor, svgOf(AREA));
      const results: Awaited<ReturnType<typeof measure>>[] = [];
      for (const [index, each] of (await cases()).entries())
        results.push(await measure(app, visitors[index % visitors.length] ?? visitor, each));
      const alive = app.process.exitCode === null && app.process.signalCode === null;
      return {
        held: alive && results.every(({ held }) => held),
        figures: [
          ...results.map(({ held, figures }) => `${held ? "" : "FELL "}${figures}`),
          `${results.length} pictures: at most ${Math.max(...results.map(({ own }) => own)).toFixed(0)} ms own work in one piece, a worker of ${Math.max(...results.map(({ worker }) => worker)).toFixed(0)} MB`,
        ].join("\n      "),
      };
    } finally {
      await app.stop();
    }
  },
};
