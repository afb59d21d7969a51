import { ArchiveIcon, Pencil2Icon, ReloadIcon, ResetIcon } from "@radix-ui/react-icons";
import { Button } from "@radix-ui/themes";
import { Form, Link } from "@remix-run/react";
import type { ReactNode } from "react";
import { useHydrated } from "~/components/forms/useHydrated";
import { RowMenu } from "~/components/home/RowMenu";
import { RosetteIcon } from "~/components/shell/RosetteIcon";
import { Status } from "~/components/shell/Status";
import { timeOfDay } from "~/views/dates";
import type { Row } from "~/views/home";
import { rowId } from "~/views/paths";

/** The actions of a row. The service decides which ones it has (docs/rules/navigation-and-home.md#row-actions). */
export function RowActions({ row }: { row: Row }) {
  const { open, view, retry, archive, restore, profile, certify } = row.actions;
  const name = row.name ?? "Not provided";
  if (retry) return <Locked row={row} name={name} retry={retry} />;
  return (
    <div className="row-actions">
      {open ? <Go to={open.to} words={open.words} name={name} /> : null}
      {view ? <Go to={view} words="View" name={name} /> : null}
      {restore ? (
        <Command row={row} command="unarchive">
          <Button type="submit" size="1" variant="soft" aria-label={`Restore ${name}`}>
            <ResetIcon aria-hidden />
            Restore
          </Button>
        </Command>
      ) : null}
      {certify ? (
        <Link className="icon-button" to={certify.to} preventScrollReset aria-label={`${certify.words}: ${name}`} title={certify.words}>
          <RosetteIcon className="icon" aria-hidden />
          <span className="icon-button-words">{certify.words}</span>
        </Link>
      ) : null}
      {archive === "icon" ? (
        <Command row={row} command="archive">
          <button type="submit" className="icon-button" aria-label={`Archive assessment ${name}`} title="Archive assessment">
            <ArchiveIcon className="icon" aria-hidden />
            <span className="icon-button-words">Archive assessment</span>
          </button>
        </Command>
      ) : null}
      {profile ? (
        <RowMenu label={`More actions for ${name}`}>
          <Link className="nav-link" to={profile}>
            <Pencil2Icon className="icon" aria-hidden />
            Edit profile set up
          </Link>
          {certify ? (
            <Link className="nav-link" to={certify.to} preventScrollReset>
              <RosetteIcon className="icon" aria-hidden />
              {certify.words}
            </Link>
          ) : null}
          <Command row={row} command="archive">
            <button type="submit" className="nav-link">
              <ArchiveIcon className="icon" aria-hidden />
              Archive
            </button>
          </Command>
        </RowMenu>
      ) : null}
    </div>
  );
}

function Go({ to, words, name }: { to: string; words: string; name: string }) {
  return (
    <Button asChild size="1" variant={words === "View" ? "soft" : "solid"}>
      <Link to={to} aria-label={`${words} ${name}`}>
        {words}
      </Link>
    </Button>
  );
}

function Locked({ row, name, retry }: { row: Row; name: string; retry: string }) {
  const hydrated = useHydrated();
  const { locked } = row;
  const until = locked?.until ? `, until ${timeOfDay(locked.until)}` : "";
  return (
    <div className="row-locked">
      <Status word="Locked for editing by another user" />
      {locked?.by ? <span className="small muted">{`${locked.by}${until}`}</span> : null}
      <Button asChild variant="soft" size="1">
        <Link to={hydrated ? retry : `${retry}#${rowId(row.id)}`} aria-label={`Retry ${name}`} preventScrollReset>
          <ReloadIcon aria-hidden />
          Retry
        </Link>
      </Button>
    </div>
  );
}

/** A form with one button. With script it is sent in the background, and the page shows the result at once. */
function Command({ row, command, children }: { row: Row; command: string; children: ReactNode }) {
  return (
    <Form method="post" action={row.sendTo} navigate={false} fetcherKey={`row-${row.id}`} preventScrollReset>
      <input type="hidden" name="command" value={command} />
      <input type="hidden" name="assessment" value={String(row.id)} />
      {children}
    </Form>
  );
}
