/** Zip archives that are sent while their files are made. */
import { Readable } from "node:stream";
import { promisify } from "node:util";
import { deflateRaw } from "node:zlib";
import { Zip, ZipPassThrough } from "fflate";

interface ArchivedFile {
  name: string;
  /** Asked for when all files before it have been sent. */
  read: () => Promise<Uint8Array>;
}

/** A file whose content is packed already. */
class PackedFile extends ZipPassThrough {
  override os = 3;
  override attrs = (0o100644 << 16) >>> 0;

  constructor(
    name: string,
    private readonly packed: Uint8Array,
    /** 8 for deflate, 0 for none. */
    override readonly compression: 0 | 8,
  ) {
    super(name);
  }

  protected override process(_bytes: Uint8Array, isLast: boolean): void {
    this.ondata(null, this.packed as Uint8Array<ArrayBuffer>, isLast);
  }
}

/**
 * An archive of files, made one after the other as fast as they are read: it holds one of them at a time. A file that cannot be made ends
 * the archive with its error, and nothing more is made once nobody reads it.
 * @param compress false for files that are compressed already
 */
export function archiveOf(files: readonly ArchivedFile[], { compress }: { compress: boolean }): Readable {
  const archive = Readable.from(piecesOf(files, compress), { objectMode: false });
  // The first file is made at once.
  archive.read(0);
  return archive;
}

/** Compresses in a thread of its own: a large picture would hold the process. */
const deflate = promisify<Uint8Array, Buffer>(deflateRaw);

async function* piecesOf(files: readonly ArchivedFile[], compress: boolean): AsyncGenerator<Uint8Array> {
  const pieces: Uint8Array[] = [];
  const zip = new Zip((error, piece) => {
    if (error) throw error;
    pieces.push(piece);
  });
  for (const { name, read } of files) {
    const bytes = await read();
    const file = compress ? new PackedFile(name, await deflate(bytes), 8) : new PackedFile(name, bytes, 0);
    zip.add(file);
    file.push(bytes as Uint8Array<ArrayBuffer>, true);
    yield* pieces.splice(0);
  }
  zip.end();
  yield* pieces.splice(0);
}
