import sharp from "sharp";
import { expect, test } from "vitest";
import { pngOf } from "../../tests/support/pictures.ts";
import { logoFile } from "./logo.server";

const NAMESPACES =
  'xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" xmlns:xi="http://www.w3.org/2001/XInclude" xmlns:other="urn:other"';
const svg = (inner: string, before = "") => `${before}<svg ${NAMESPACES} width="60" height="20">${inner}</svg>`;
const SQUARE = '<rect width="60" height="20" fill="#7a1f3d"/>';
const made = async (text: string | Uint8Array) => logoFile(typeof text === "string" ? Buffer.from(text) : text);
const inData = (text: string) => `data:image/svg+xml;base64,${Buffer.from(text).toString("base64")}`;
const HIDDEN = `${inData(svg('<pattern id="hidden" width="9999" height="9999"/>'))}#hidden`;
const OTHER_FILE = "a reference to another file";

test.each([
  ["a pattern", `<pattern id="p" width="9" height="9"/>${SQUARE}`, "<pattern>"],
  ["a pattern in a namespace with a prefix", '<s:pattern xmlns:s="http://www.w3.org/2000/svg"/>', "<pattern>"],
  ["a filter", '<filter id="f"><feTurbulence/></filter>', "<filter>"],
  ["a filter of CSS", `<g style="opacity: .5; filter: blur(9px)">${SQUARE}</g>`, "<filter>"],
  ["a filter as an attribute", `<g filter="blur(9px)">${SQUARE}</g>`, "<filter>"],
  ["a filter in a style sheet", `<style>rect{filter:blur(9px)}</style>${SQUARE}`, "<filter>"],
  ["a mask", '<mask id="m"/>', "<mask>"],
  ["a picture", '<image xlink:href="#a"/>', "<image>"],
  ["a foreign object", "<foreignObject/>", "<foreignObject>"],
  ["another SVG", `<g><svg>${SQUARE}</svg></g>`, "<svg> within <svg>"],
  ["an inclusion", `<xi:include href="${HIDDEN}"/>`, OTHER_FILE],
  ["a use of something hidden", `<use xlink:href="${HIDDEN}"/>`, OTHER_FILE],
  ["a use of another file", '<use href="other.svg#a"/>', OTHER_FILE],
  ["a colour from something hidden", `<rect fill="url( '${HIDDEN}')"/>`, OTHER_FILE],
  ["a colour that is spelled in another way", `<rect fill="\\75rl(${HIDDEN})"/>`, "CSS with a backslash"],
  ["a style sheet with another", '<style>@import "data:text/css,rect{}";</style>', OTHER_FILE],
  ["a style sheet in pieces", "<style>@imp<!-- -->ort 'a';</style>", OTHER_FILE],
])("an SVG is refused that holds what no logo needs, and it is named: %s", async (_, inner, unneeded) => {
  expect(await made(svg(inner))).toEqual({ unneeded });
});

test.each([
  ["entities", '<!DOCTYPE svg [<!ENTITY e "<rect/>">]>', "a document type with entities"],
  ["a style sheet before it", '<?xml-stylesheet type="text/css" href="data:text/css,rect{}"?>', OTHER_FILE],
])("so is one with %s", async (_, before, unneeded) => {
  expect(await made(svg(SQUARE, before))).toEqual({ unneeded });
});

test("an SVG of a drawing program is drawn, whatever else it holds", async () => {
  const logo = svg(
    `<title>Alder &amp; Partners</title><metadata><other:image>x</other:image></metadata>
     <style type="text/css"><![CDATA[.st0{fill:url(#l);filter:none}]]></style>
     <defs><linearGradient id="l" x2="1"><stop stop-color="#7a1f3d"/><stop offset="1" stop-color="#7a1f3d"/></linearGradient>
     <clipPath id="c"><rect width="60" height="20"/></clipPath><symbol id="s"><rect class="st0" width="60" height="20"/></symbol></defs>
     <a xlink:href="https://example.org"><g clip-path="url(#c)" other:file="C:\\logos(1)" style="fill:url('#l')"><use xlink:href="#s"/></g></a>`,
    '\uFEFF<?xml version="1.0" encoding="iso-8859-1"?>\n<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd">\n',
  );
  const png = await made(logo);
  const { channels } = await sharp(png as Uint8Array).stats();
  expect(channels.map(({ mean }) => Math.round(mean))).toEqual([0x7a, 0x1f, 0x3d, 255]);
});

const isSquare = async (logo: Awaited<ReturnType<typeof made>>) => {
  const { channels } = await sharp(logo as Uint8Array).stats();
  return channels.map(({ mean }) => Math.round(mean)).join() === "122,31,61,255";
};
const COMMENT = `<!-- ${"Made by a program. ".repeat(200)}-->`;
const utf16 = (text: string) => Buffer.from(text, "utf16le");

test.each<[what: string, bytes: Uint8Array]>([
  ["with a long comment before it", Buffer.from(svg(SQUARE, `<?xml version="1.0"?>\n${COMMENT}`))],
  ["with a long comment of other letters", Buffer.from(svg(SQUARE, COMMENT.replaceAll("a", "ä")))],
  ["in UTF-16", utf16(`\uFEFF${svg(SQUARE, '<?xml version="1.0" encoding="UTF-16"?>')}`)],
  ["in UTF-16, the other byte first", utf16(`\uFEFF${svg(SQUARE)}`).swap16()],
  ["in UTF-16 without a mark", utf16(svg(SQUARE, COMMENT))],
  ["in Latin-1", Buffer.from(svg(`<title>Müller</title>${SQUARE}`, '<?xml version="1.0" encoding="ISO-8859-1"?>'), "latin1")],
  ["in an encoding that nobody knows", Buffer.from(svg(SQUARE, '<?xml version="1.0" encoding="x-mine"?>'))],
  [
    "with a prefix",
    Buffer.from(
      '<s:svg xmlns:s="http://www.w3.org/2000/svg" width="60" height="20"><s:rect width="60" height="20" fill="#7a1f3d"/></s:svg>',
    ),
  ],
])("an SVG %s is one", async (_, bytes) => {
  expect(await isSquare(await made(bytes))).toBe(true);
});

test("what no logo needs is found in every encoding", async () => {
  expect(await made(utf16(svg("<mask/>", COMMENT)))).toEqual({ unneeded: "<mask>" });
});

test.each([
  ["an SVG", svg("").replace('width="60" height="20"', 'width="4000" height="10"')],
  [
    "a picture",
    await sharp({ create: { width: 4_000, height: 10, channels: 3, background: "#7a1f3d" } })
      .png()
      .toBuffer(),
  ],
  [
    "a high one",
    await sharp({ create: { width: 10, height: 4_000, channels: 3, background: "#7a1f3d" } })
      .png()
      .toBuffer(),
  ],
])("%s that would be a line is refused", async (_, bytes) => {
  expect(await made(bytes)).toBe("flat");
});

test("an SVG of more elements than a logo has is not drawn", async () => {
  expect(await made(svg("<g/>".repeat(20_001)))).toBe("too large");
});

test("the bytes of another kind of picture are no SVG, whatever they say behind them", async () => {
  const gif = Buffer.from("R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7", "base64");
  expect(await made(Buffer.concat([gif, Buffer.from(svg(SQUARE))]))).toBe("broken");
});

test.each([
  ["in all", 5_001, 5_000],
  ["along one side", 16_001, 1],
])("a picture of too many pixels %s is not decoded", async (_, width, height) => {
  expect(await made(pngOf({ width, height }))).toBe("too many pixels");
});

test("a picture of 25 million pixels becomes a logo", async () => {
  const { width, height } = await sharp((await made(pngOf({ width: 5_000, height: 5_000 }))) as Uint8Array).metadata();
  expect([width, height]).toEqual([400, 400]);
});
