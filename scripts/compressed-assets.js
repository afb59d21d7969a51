// @ts-check
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress } from "node:zlib";

const compress = promisify(brotliCompress);
const COMPRESSIBLE = /\.(css|js|svg)$/;

/**
 * Vite plugin: next to each file that browsers load, it writes the same file compressed by Brotli, as small as possible. The server has no
 * time to do so while it answers. `server.js` sends the small file to browsers that can read it.
 * @returns {import("vite").Plugin}
 */
export function compressedAssets() {
  return {
    name: "compressed-assets",
    apply: (_config, { command, isSsrBuild }) => command === "build" && !isSsrBuild,
    async writeBundle({ dir = "" }, bundle) {
      const files = Object.values(bundle).filter(({ fileName }) => COMPRESSIBLE.test(fileName));
      await Promise.all(
        files.map(async (file) =>
          writeFile(join(dir, `${file.fileName}.br`), await compress(file.type === "chunk" ? file.code : file.source)),
        ),
      );
    },
  };
}
