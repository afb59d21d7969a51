/** The messages about what was not saved or read. They are one module, because a lazy part is one file. */
export { NotAllSaved } from "~/components/answering/grid/NotAllSaved";
export { ProgressFailure } from "~/components/answering/ProgressFailure";
export { TroubleMessage } from "~/components/answering/TroubleMessage";
export { UnreadNote } from "~/components/answering/UnreadNote";
