/** Which notes say anything. The note itself belongs to each screen. */
import type { InGridOf } from "~/components/answering/concerns/concern";

export const notes: InGridOf<"notes"> = { live: ({ note }) => note.value.trim() !== "" };
