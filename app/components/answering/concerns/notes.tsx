/** Which notes say anything. The note itself belongs to each screen. */
import type { ConcernOf } from "~/components/answering/concerns/concern";

export const notes: ConcernOf<"notes"> = { live: ({ note }) => note.value.trim() !== "" };
