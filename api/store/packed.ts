/** Values that are only kept, never searched: compressed JSON, as base64. */
import { deflateRawSync, inflateRawSync } from "node:zlib";

/** Makes a tenth of what repeats itself, such as the progress of an assessment or a long note. */
export const pack = (value: unknown): string => deflateRawSync(JSON.stringify(value), { level: 1 }).toString("base64");

/** The value that was packed. */
export const unpack = (text: string): unknown => JSON.parse(inflateRawSync(Buffer.from(text, "base64")).toString("utf8"));
