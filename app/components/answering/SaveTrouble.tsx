import { BothVersions, type SaveTroubleProps } from "~/components/answering/BothVersions";
import { focusSaveStatus } from "~/components/answering/SaveStatus";
import { type Draft, retryUnsent } from "~/components/answering/useDraft";
import { useHydrated } from "~/components/forms/useHydrated";
import { Callout } from "~/components/shell/Callout";
import { Button } from "~/components/shell/parts";
import { TimeOfDay } from "~/components/shell/TimeOfDay";
import { KEPT_IN_WORDS } from "~/views/answering";
import { savedInWords } from "~/views/answering/saved-in-words";
import { paths } from "~/views/paths";

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

const ownName = (name: string) => name;

/** Tells why something was not saved and what to do; the entries stay. It is the same with and without script. */
function TroubleMessage(props: SaveTroubleProps) {
  // The state of saving leads here: on a long grid this message is out of sight.
  return (
    <div className="stack" data-trouble tabIndex={-1}>
      <Message {...props} />
    </div>
  );
}

function Message({ parts, here, pageId, what, writable, fieldName = ownName }: SaveTroubleProps) {
  const hydrated = useHydrated();
  const kept = hydrated ? KEPT_IN_WORDS : "What you entered is still on this page.";
  const conflicts = parts.filter(({ draft }) => draft.state.kind === "conflict");
  if (conflicts.length > 0) return <BothVersions {...{ parts, conflicts, here, pageId, what, writable, fieldName }} />;
  const states = parts.map(({ draft }) => draft.state);
  const retryAll = () => {
    focusSaveStatus();
    retryUnsent(parts.map(({ draft }) => draft));
  };
  const retry = hydrated ? (
    <div>
      <Button type="button" variant="soft" onClick={retryAll}>
        Retry
      </Button>
    </div>
  ) : null;
  const locked = states.find((state) => state.kind === "locked");
  if (locked) {
    return (
      <Callout kind="warning" title="Locked for editing by another user">
        <div className="stack-tight">
          <p>
            {locked.by ? `${locked.by} is editing this assessment now` : "Somebody else is editing this assessment now"}
            {locked.until ? (
              <>
                , until <TimeOfDay iso={locked.until} /> unless they carry on or finish earlier
              </>
            ) : null}
            . {savedInWords(locked)} {kept} Try again when they have finished.
          </p>
          {retry}
        </div>
      </Callout>
    );
  }
  if (states.some(({ kind }) => kind === "signed-out")) {
    return (
      <Callout kind="warning" title="Your session has ended">
        <div className="stack-tight">
          <p>
            {kept}{" "}
            <a href={paths.redirect()} target="_blank" rel="noreferrer">
              Log in again in a new tab
            </a>
            , then come back here and try again.
          </p>
          {retry}
        </div>
      </Callout>
    );
  }
  const refused = states.find((state) => state.kind === "refused");
  if (refused) {
    return (
      <Callout kind="error" title="Not saved">
        {refused.message} {refused.parts ? savedInWords(refused) : ""} {kept}
      </Callout>
    );
  }
  const failed = states.find((state) => state.kind === "failed");
  if (!hydrated && failed) {
    return (
      <Callout kind="error" title="Sorry, something went wrong...">
        {savedInWords(failed)} {kept} Please try again.
      </Callout>
    );
  }
  return null;
}
