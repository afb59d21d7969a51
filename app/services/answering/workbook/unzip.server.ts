/**
 * Takes parts out of an uploaded .xlsx file, within limits (docs/rules/workbook.md#limits). It checks what the archive declares before it
 * inflates anything, and counts what it really inflates. So neither a false size nor a true one fills the memory.
 */
import { type Entry, fromBuffer, type ZipFile } from "yauzl";

/** More entries than any workbook of answers: each sheet, picture and font would be one. */
const ENTRIES_MAX = 500;
/** Bytes of all parts that are read, inflated. A full workbook has about 2 MB. */
export const INFLATED_MAX = 32 * 1024 * 1024;

/** The file is no archive, or a damaged one. */
export class BrokenFile extends Error {
  override name = "BrokenFile";
}
/** The file holds more than a workbook of answers does. */
export class TooMuch extends Error {
  override name = "TooMuch";
}

/** The parts of a package. Each is inflated on demand. */
export class Parts {
  #inflated = 0;

  private constructor(
    private readonly zip: ZipFile,
    private readonly entries: Map<string, Entry>,
  ) {}

  /** @throws BrokenFile, TooMuch */
  static async open(bytes: Uint8Array): Promise<Parts> {
    const zip = await new Promise<ZipFile>((resolve, reject) => {
      fromBuffer(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), { lazyEntries: true }, (error, file) =>
        error || !file ? reject(new BrokenFile(String(error))) : resolve(file),
      );
    });
    if (zip.entryCount > ENTRIES_MAX) throw new TooMuch("entries");
    const entries = new Map<string, Entry>();
    await new Promise<void>((resolve, reject) => {
      zip.on("entry", (entry: Entry) => {
        const name = entry.fileName.toLowerCase();
        // Two parts of one name: which of them is meant depends on the reader.
        if (entries.has(name)) return reject(new BrokenFile("a part is there twice"));
        entries.set(name, entry);
        zip.readEntry();
      });
      zip.on("error", (error) => reject(new BrokenFile(String(error))));
      zip.on("end", resolve);
      zip.readEntry();
    });
    return new Parts(zip, entries);
  }

  has(name: string): boolean {
    return this.entries.has(name.toLowerCase());
  }

  /** Hands over a part piece by piece. @throws BrokenFile where it is missing, encrypted or damaged; TooMuch */
  async read(name: string, onPiece: (piece: Uint8Array) => void): Promise<void> {
    const entry = this.entries.get(name.toLowerCase());
    if (!entry || entry.isEncrypted()) throw new BrokenFile(`no ${name}`);
    if (this.#inflated + entry.uncompressedSize > INFLATED_MAX) throw new TooMuch(name);
    const stream = await new Promise<import("node:stream").Readable>((resolve, reject) => {
      this.zip.openReadStream(entry, (error, opened) => (error || !opened ? reject(new BrokenFile(String(error))) : resolve(opened)));
    });
    try {
      for await (const piece of stream) {
        this.#inflated += piece.length;
        if (this.#inflated > INFLATED_MAX) throw new TooMuch(name);
        onPiece(piece);
      }
    } catch (error) {
      stream.destroy();
      // The caller's own errors go on. An error of the stream means a damaged file.
      throw error instanceof TooMuch || error instanceof BrokenFile ? error : new BrokenFile(String(error));
    }
  }
}
