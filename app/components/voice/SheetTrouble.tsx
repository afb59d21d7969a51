import { byScript } from "~/components/forms/by-script";
import { useHydrated } from "~/components/forms/useHydrated";
import { focusSaveStatus } from "~/components/saving/SaveStatus";
import type { Draft } from "~/components/saving/useDraft";
import { Callout } from "~/components/shell/Callout";
import { Button, ButtonLink } from "~/components/shell/parts";
import { Table } from "~/components/shell/Table";
import { paths } from "~/views/paths";
import { KEPT_IN_WORDS } from "~/views/saving";
import { differencesIn, OVER, type PageFaults, type PageScreen, pageLabels, versionOfPage } from "~/views/voice-sheet";

interface SheetTroubleProps {
  screen: PageScreen;
  draft: Draft;
  faults: PageFaults;
  /** Whether a button was pressed, and what is left could not be saved. */
  wasPressed: boolean;
}

/** Why a page is not saved, and what to do. It is inside the form, whose fields keep what was entered. */
export function SheetTrouble(props: SheetTroubleProps) {
  const hydrated = useHydrated();
  const { draft, wasPressed } = props;
  const { kind } = draft.state;
  if (kind === "idle" || kind === "saving" || kind === "saved") return null;
  // A save that failed is tried again by itself; until that has stopped, or somebody wants to go on, the state of saving says enough.
  if (kind === "failed" && hydrated && !draft.hasGivenUp && !wasPressed) return null;
  return (
    <div data-trouble tabIndex={-1}>
      <Message {...props} kept={hydrated ? KEPT_IN_WORDS : "What you entered is still on this page."} />
    </div>
  );
}

function Message({ screen, draft, faults, kept }: SheetTroubleProps & { kept: string }) {
  const { state } = draft;
  switch (state.kind) {
    case "conflict":
      return <BothVersions screen={screen} draft={draft} stored={state.stored} />;
    case "signed-out":
      return (
        <Callout kind="warning" isUrgent title="Your sheet is not open in this browser any more">
          {kept} Open your link in a new tab, then come back here and press Retry.
        </Callout>
      );
    case "refused":
      return (
        <Callout kind="error" title="Not saved">
          {state.message} {kept}
          <FaultLinks screen={screen} faults={faults} />
        </Callout>
      );
    default:
      return (
        <Callout kind="error" title="Not saved">
          The service does not answer. {kept} Check your connection, then try again.
        </Callout>
      );
  }
}

/** Each fault leads to its field. */
function FaultLinks({ screen, faults }: Pick<SheetTroubleProps, "screen" | "faults">) {
  const labels = Object.assign({}, ...pageLabels(screen).map(({ ask }) => ask)) as Record<string, string>;
  const listed = Object.entries(faults).filter(([field]) => labels[field] !== undefined);
  if (listed.length === 0) return null;
  return (
    <ul className="links">
      {listed.map(([field, message]) => (
        <li key={field}>
          <a href={`#${field}`}>
            {labels[field]}: {message}
          </a>
        </li>
      ))}
    </ul>
  );
}

/** What another device saved, next to what was entered here. Nothing is overwritten until somebody has chosen. */
function BothVersions({ screen, draft, stored }: Pick<SheetTroubleProps, "screen" | "draft"> & { stored: string }) {
  const each = (decide: () => void) => () => {
    decide();
    focusSaveStatus();
  };
  const here = paths.voicePage(screen.sheet, screen.place);
  return (
    <Callout kind="warning" isUrgent title="This page was changed on another device">
      <div className="stack-tight">
        <p>Nothing was overwritten. What you entered here is below. Choose which to keep.</p>
        <Table
          columns={[
            { title: "Statement", names: true, show: ({ name }) => name },
            { title: "Stored now", show: ({ stored: text }) => text },
            { title: "Yours", show: ({ mine }) => mine },
          ]}
          rows={differencesIn(screen, stored, draft.conflicting)}
          keyOf={({ name }) => name}
        />
        <div className="row">
          <ButtonLink to={here} replace preventScrollReset variant="soft" onClick={each(draft.keepStored)}>
            Keep what is stored
          </ButtonLink>
          <Button type="submit" name={OVER} value={versionOfPage(stored)} onClick={byScript(each(draft.keepMine))}>
            Save mine instead
          </Button>
        </div>
      </div>
    </Callout>
  );
}
