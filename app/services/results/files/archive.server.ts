/** Zip archives that are sent while their files are made. */
import { Readable } from "node:stream";
import { ZipFile } from "yazl";

interface ArchivedFile {
  name: string;
  /** Asked for when all files before it have been sent. */
  read: () => Promise<Uint8Array>;
}

/**
 * An archive of files, made one after the other as fast as they are read. A file that cannot be made ends the archive with its error, and
 * nothing more is made once nobody reads it.
 * @param compress false for files that are compressed already
 */
export function archiveOf(files: readonly ArchivedFile[], { compress }: { compress: boolean }): Readable {
  const zip = new ZipFile();
  // The types name the least that it is.
  const output = zip.outputStream as Readable;
  zip.on("error", (error) => output.destroy(error));
  for (const { name, read } of files) {
    zip.addReadStreamLazy(name, { compress }, (done) => {
      if (output.destroyed) return;
      read().then(
        (bytes) => {
          if (!output.destroyed) done(null, Readable.from([Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)]));
        },
        (error) => zip.emit("error", error),
      );
    });
  }
  zip.end();
  return output;
}
