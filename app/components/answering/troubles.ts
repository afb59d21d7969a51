/** The messages about what was not saved. They are one module, because a late part is one file. */
export { NotAllSaved } from "~/components/answering/grid/NotAllSaved";
export { TroubleMessage } from "~/components/answering/TroubleMessage";
