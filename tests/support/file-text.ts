import { strFromU8, unzipSync } from "fflate";

/** The text of some parts of a Word or PowerPoint file, as it is read: a space at which no line ends is a space. @param part matches their names */
export const textOf = (file: ArrayBufferLike, part: RegExp) =>
  Object.entries(unzipSync(new Uint8Array(file)))
    .filter(([name]) => part.test(name))
    .map(([, bytes]) => strFromU8(bytes).replace(/<[^>]*>|\u00a0/g, " "))
    .join("\n");
