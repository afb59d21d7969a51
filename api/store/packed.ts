/** Values that are only kept, never searched: JSON, and compressed as base64 where that is worth the time. */
import { deflateRawSync, inflateRawSync } from "node:zlib";

/** Below this many characters compressing takes longer than anything else that a save does, and saves next to nothing. */
const PACKED_FROM = 200;

/**
 * Makes a tenth of what repeats itself, such as the progress of an assessment or a long note. Short objects stay as they are.
 * @param json a JSON text
 */
export const packText = (json: string): string =>
  json.length < PACKED_FROM && json.startsWith("{") ? json : deflateRawSync(json, { level: 1 }).toString("base64");

/** The JSON text that was packed. No base64 begins with a brace. */
export const unpackText = (text: string): string =>
  text.startsWith("{") ? text : inflateRawSync(Buffer.from(text, "base64")).toString("utf8");

/** The same with the value itself. */
export const pack = (value: unknown): string => packText(JSON.stringify(value));
export const unpack = (text: string): unknown => JSON.parse(unpackText(text));
