import { useRevalidator } from "@remix-run/react";
import { useEffect, useRef } from "react";
import { useHydrated } from "~/components/forms/useHydrated";
import { Command } from "~/components/home/Command";
import { Icon } from "~/components/shell/Icon";
import { Button, ButtonLink } from "~/components/shell/parts";
import { Status } from "~/components/shell/Status";
import { TimeOfDay } from "~/components/shell/TimeOfDay";
import type { Row } from "~/views/home";
import { paths, rowId } from "~/views/paths";
import styles from "./RowActions.module.css";

interface LockedProps {
  row: Row;
  name: string;
  locked: NonNullable<Row["locked"]>;
}

/**
 * A row that somebody else is editing: who and since when, and what the user can do until then (docs/rules/navigation-and-home.md#rows).
 */
export function LockedRow({ row, name, locked }: LockedProps) {
  const hydrated = useHydrated();
  const { retry = "", view, takeOver } = row.actions;
  const { by, since, triedAt, notRead, wish } = locked;
  return (
    <div className={`${styles.lockedRow} stack-tight`}>
      <Status word="Locked for editing by another user" />{" "}
      {by ? (
        <span className="small muted">
          {by}
          {since ? (
            <>
              , since <TimeOfDay iso={since} />
            </>
          ) : null}
        </span>
      ) : null}
      <div className="small" role="status">
        {triedAt ? (
          <p>
            Still locked at <TimeOfDay iso={triedAt} />.
          </p>
        ) : null}
        {notRead ? <p>Whether it is still locked could not be found out. Please try again.</p> : null}
        {wish ? <Wish wish={wish} holder={by} /> : null}
      </div>
      <div className={`${styles.rowActions} row`}>
        <ButtonLink
          to={hydrated ? retry : `${retry}#${rowId(row.id)}`}
          aria-label={`Retry ${name}`}
          preventScrollReset
          variant="soft"
          size="1"
        >
          <Icon name="Reload" inButton />
          Retry
        </ButtonLink>
        {view ? (
          <ButtonLink to={view} aria-label={`View ${name}`} variant="soft" size="1">
            <Icon name="EyeOpen" inButton />
            View
          </ButtonLink>
        ) : null}
        {takeOver ? (
          <Command row={row} command={takeOver}>
            <Button type="submit" variant="soft" size="1" aria-label={`${TAKE_OVER[takeOver]}: ${name}`}>
              {TAKE_OVER[takeOver]}
            </Button>
          </Command>
        ) : null}
      </div>
      {wish?.mine && wish.passesAt ? <WishKeeper assessmentId={row.id} passesAt={wish.passesAt} /> : null}
    </div>
  );
}

const TAKE_OVER = { ask: "Ask to take over", withdraw: "Withdraw" };

/** The outcome of the wish to take over. */
function Wish({ wish, holder = "They" }: { wish: NonNullable<LockedProps["locked"]["wish"]>; holder: string | undefined }) {
  const { by, mine, since, passesAt, keptAt } = wish;
  if (keptAt !== undefined)
    return (
      <p>
        {holder} answered at <TimeOfDay iso={keptAt} />: they carry on editing.
      </p>
    );
  return (
    <p>
      {mine ? "You have" : `${by} has`} asked to take over at <TimeOfDay iso={since} />.
      {passesAt ? (
        <>
          {" "}
          It passes to {mine ? "you" : "them"} at <TimeOfDay iso={passesAt} /> if nothing is changed until then.
        </>
      ) : null}
    </p>
  );
}

/** How often the wish is renewed, and for how long it lasts without that. A hidden page may be slower. */
const EVERY_MS = 15_000;
const LASTS_SECONDS = 180;

/**
 * Renews the wish while the page is open, so that nobody gets a lock after leaving, and shows the outcome at once. With script only;
 * without, the wish lasts for a quarter of an hour.
 */
function WishKeeper({ assessmentId, passesAt }: { assessmentId: Row["id"]; passesAt: string }) {
  const { revalidate } = useRevalidator();
  const shown = useRef(passesAt);
  shown.current = passesAt;
  useEffect(() => {
    const ask = async () => {
      const body = new URLSearchParams({ lasts: String(LASTS_SECONDS) });
      const answer = await fetch(paths.lock(assessmentId, "wish"), { method: "POST", body }).catch(() => undefined);
      if (!answer?.ok) return;
      const { lock } = await answer.json();
      if (!lock?.wish?.mine || lock.wish.passesAt !== shown.current) revalidate();
    };
    void ask();
    const timer = setInterval(ask, EVERY_MS);
    return () => clearInterval(timer);
  }, [assessmentId, revalidate]);
  return null;
}
