/** Archives and workbooks as no program writes them, for tests of what is uploaded. */
import { on } from "node:events";
import type { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { promisify } from "node:util";
import { deflateRawSync } from "node:zlib";
import { type Entry, fromBuffer, type Options, type ZipFile } from "yauzl";

/** A part of an archive. */
export interface PackageFile {
  name: string;
  data: Buffer | string;
  /** The size that the archive says it has; the true one unless given. */
  declared?: number;
}

const CRC_TABLE = Uint32Array.from({ length: 256 }, (_, index) => {
  let crc = index;
  for (let bit = 0; bit < 8; bit += 1) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
  return crc;
});
const crcOf = (data: Buffer) => ~data.reduce((crc, byte) => (CRC_TABLE[(crc ^ byte) & 0xff] ?? 0) ^ (crc >>> 8), -1) >>> 0;

/** A zip of these parts. */
export function zipOf(...parts: readonly PackageFile[]): Buffer {
  const [bodies, entries]: [Buffer[], Buffer[]] = [[], []];
  let offset = 0;
  for (const { name, data, declared } of parts) {
    const bytes = Buffer.from(data as Buffer);
    const packed = deflateRawSync(bytes);
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0);
    common.writeUInt16LE(8, 4);
    common.writeUInt32LE(crcOf(bytes), 10);
    common.writeUInt32LE(packed.length, 14);
    common.writeUInt32LE(declared ?? bytes.length, 18);
    common.writeUInt16LE(Buffer.byteLength(name), 22);
    const local = Buffer.concat([Buffer.from("504b0304", "hex"), common, Buffer.from(name), packed]);
    const rest = Buffer.alloc(14);
    rest.writeUInt32LE(offset, 10);
    entries.push(Buffer.concat([Buffer.from("504b01021400", "hex"), common, rest, Buffer.from(name)]));
    bodies.push(local);
    offset += local.length;
  }
  const central = Buffer.concat(entries);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(parts.length, 8);
  end.writeUInt16LE(parts.length, 10);
  end.writeUInt32LE(central.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...bodies, central, end]);
}

/** The parts of an archive that a program has written. */
export async function partsOf(archive: Uint8Array): Promise<PackageFile[]> {
  const zip = await promisify<Buffer, Options, ZipFile>(fromBuffer)(Buffer.from(archive), { lazyEntries: true });
  const open = promisify<Entry, Readable>(zip.openReadStream.bind(zip));
  const parts: PackageFile[] = [];
  zip.readEntry();
  for await (const [entry] of on(zip, "entry", { close: ["end"] }) as AsyncIterable<[Entry]>) {
    parts.push({ name: entry.fileName, data: await buffer(await open(entry)) });
    zip.readEntry();
  }
  return parts;
}

const RELATIONSHIPS = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";

/** The parts of a workbook with these sheets, each given as the XML of its part. */
export function workbookParts(sheets: readonly string[]): PackageFile[] {
  const numbers = sheets.map((_, index) => index + 1);
  // A relation whose part is missing says nothing.
  const relations = [
    ...numbers.map((number) => [`r${number}`, "worksheet", `worksheets/sheet${number}.xml`]),
    ["texts", "sharedStrings", "sharedStrings.xml"],
    ["styles", "styles", "styles.xml"],
  ];
  return [
    {
      name: "xl/workbook.xml",
      data: `<workbook xmlns:r="${RELATIONSHIPS}"><sheets>${numbers.map((number) => `<sheet name="S${number}" r:id="r${number}"/>`).join("")}</sheets></workbook>`,
    },
    {
      name: "xl/_rels/workbook.xml.rels",
      data: `<Relationships>${relations.map(([id, kind, target]) => `<Relationship Id="${id}" Type="${RELATIONSHIPS}/${kind}" Target="${target}"/>`).join("")}</Relationships>`,
    },
    ...sheets.map((data, index) => ({ name: `xl/worksheets/sheet${index + 1}.xml`, data })),
  ];
}

/** A row of a sheet with these texts. */
export const xmlRow = (texts: readonly string[]): string =>
  `<row>${texts.map((text) => `<c t="inlineStr"><is><t xml:space="preserve">${text}</t></is></c>`).join("")}</row>`;
export const xmlSheet = (rows: string): string => `<worksheet><sheetData>${rows}</sheetData></worksheet>`;
