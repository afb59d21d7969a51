import type { SaveTroubleProps } from "~/components/answering/BothVersions";
import { focusSaveStatus } from "~/components/answering/SaveStatus";
import { TroubleMessage } from "~/components/answering/TroubleMessage";
import { type Draft, retryUnsent } from "~/components/answering/useDraft";
import { useHydrated } from "~/components/forms/useHydrated";
import { Callout } from "~/components/shell/Callout";
import { Button } from "~/components/shell/parts";
import { KEPT_IN_WORDS } from "~/views/answering";

/** Which part was not saved and why, once the server has said so. A failed save is tried again, and only the state of saving shows it. */
export function SaveTrouble(props: SaveTroubleProps) {
  const hydrated = useHydrated();
  const drafts = props.parts.map(({ draft }) => draft);
  const isTold = drafts.some(({ state: { kind } }) =>
    kind === "failed" ? !hydrated : kind !== "idle" && kind !== "saving" && kind !== "saved",
  );
  if (isTold) return <TroubleMessage {...props} />;
  return drafts.some(({ hasGivenUp }) => hasGivenUp) ? <GivenUp drafts={drafts} /> : null;
}

/** Says what to do when no more tries follow. */
function GivenUp({ drafts }: { drafts: readonly Draft[] }) {
  const retry = () => {
    focusSaveStatus();
    retryUnsent(drafts);
  };
  return (
    <div data-trouble tabIndex={-1}>
      <Callout kind="error" title="Saving has stopped">
        <div className="stack-tight">
          <p>
            It was tried several times without success. {KEPT_IN_WORDS} Check your connection, then retry. You may also leave: it is sent
            when you open this page again.
          </p>
          <div>
            <Button type="button" variant="soft" onClick={retry}>
              Retry
            </Button>
          </div>
        </div>
      </Callout>
    </div>
  );
}
