import type { SaveTroubleProps } from "~/components/answering/BothVersions";
import { useHydrated } from "~/components/forms/useHydrated";
import { late } from "~/components/shell/late";

const TroubleMessage = late("trouble", async () => (await import("~/components/answering/TroubleMessage")).TroubleMessage);

/** What was not saved and why, once the server has said so. What was sent in vain is sent again, and told by the state of saving alone. */
export function SaveTrouble(props: SaveTroubleProps) {
  const hydrated = useHydrated();
  const isTold = props.parts.some(({ draft }) => {
    const { kind } = draft.state;
    return kind === "failed" ? !hydrated : kind !== "idle" && kind !== "saving" && kind !== "saved";
  });
  return isTold ? <TroubleMessage {...props} /> : null;
}
