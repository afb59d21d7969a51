/** Pictures made by hand, which no program would write. */
import { deflateSync } from "node:zlib";

interface Png {
  width: number;
  height: number;
  /** Bits of a sample; 1 unless given. */
  depth?: number;
  /** As of PNG: 0 is grey, 6 is red, green, blue and opacity. */
  colour?: 0 | 6;
  isInterlaced?: boolean;
  /** Chunks before the picture, by type. */
  chunks?: readonly (readonly [type: string, data: Uint8Array])[];
}

/** A PNG of zeros, whatever its size. */
export function pngOf({ width, height, depth = 1, colour = 0, isInterlaced = false, chunks = [] }: Png): Buffer {
  const bits = depth * (colour === 6 ? 4 : 1);
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([depth, colour, 0, 0, isInterlaced ? 1 : 0], 8);
  let size = 0;
  for (const [x, y, dx, dy] of isInterlaced ? PASSES : WHOLE)
    size += Math.ceil((height - y) / dy) * (1 + Math.ceil((Math.ceil((width - x) / dx) * bits) / 8));
  const all = [["IHDR", head] as const, ...chunks, ["IDAT", deflated(size)] as const, ["IEND", new Uint8Array()] as const];
  return Buffer.concat([Buffer.from("89504e470d0a1a0a", "hex"), ...all.map(([type, data]) => chunkOf(type, data))]);
}

const WHOLE = [[0, 0, 1, 1]] as const;
/** The first pixel and the steps of each pass of an interlaced PNG. */
const PASSES = [
  [0, 0, 8, 8],
  [4, 0, 8, 8],
  [0, 4, 4, 8],
  [2, 0, 4, 4],
  [0, 2, 2, 4],
  [1, 0, 2, 2],
  [0, 1, 1, 2],
] as const;

/** This many zeros, deflated to about a thousandth. */
export const deflated = (size: number): Buffer => deflateSync(Buffer.alloc(size), { level: 9 });

function chunkOf(type: string, data: Uint8Array): Buffer {
  const body = Buffer.concat([Buffer.from(type), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(checkSum(body));
  return Buffer.concat([length, body, sum]);
}

/** CRC-32, as of PNG. */
function checkSum(bytes: Uint8Array): number {
  let sum = 0xffffffff;
  for (const byte of bytes) {
    sum ^= byte;
    for (let bit = 0; bit < 8; bit += 1) sum = sum & 1 ? 0xedb88320 ^ (sum >>> 1) : sum >>> 1;
  }
  return ~sum >>> 0;
}
