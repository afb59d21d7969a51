import { Link } from "@remix-run/react";
import { type ReactNode, useEffect, useRef } from "react";
import { Command } from "~/components/home/Command";
import { LockedRow } from "~/components/home/LockedRow";
import { Icon } from "~/components/shell/Icon";
import { Button, ButtonLink } from "~/components/shell/parts";
import { RosetteIcon } from "~/components/shell/RosetteIcon";
import type { Row } from "~/views/home";
import styles from "./RowActions.module.css";

/** The actions of a row. The service decides which ones it has (docs/rules/navigation-and-home.md#row-actions). */
export function RowActions({ row }: { row: Row }) {
  const { open, view, archive, restore, again, profile, draft, excel, history, evidence, edition, certify } = row.actions;
  const name = row.name ?? "Not provided";
  if (row.locked) return <LockedRow row={row} name={name} locked={row.locked} />;
  return (
    <div className={`${styles.rowActions} row`}>
      {row.handedBy ? (
        <p className="whole-line small" role="status">
          It is yours now: {row.handedBy} no longer edits it.
        </p>
      ) : null}
      {open ? <Go to={open.to} words={open.words} name={name} /> : null}
      {view ? <Go to={view} words="View" name={name} /> : null}
      {again ? <Go to={again} words="Assess again" name={name} /> : null}
      {restore ? (
        <Command row={row} command="unarchive">
          <Button type="submit" size="1" variant="soft" aria-label={`Restore ${name}`}>
            <Icon name="Reset" inButton />
            Restore
          </Button>
        </Command>
      ) : null}
      {certify ? (
        <Link className="icon-button" to={certify.to} preventScrollReset aria-label={`${certify.words}: ${name}`} title={certify.words}>
          <RosetteIcon />
          <span className="icon-button-words">{certify.words}</span>
        </Link>
      ) : null}
      {edition ? (
        <Link className="icon-button" to={edition} aria-label={`Make a corrected edition: ${name}`} title="Make a corrected edition">
          <Icon name="Pencil2" />
          <span className="icon-button-words">Make a corrected edition</span>
        </Link>
      ) : null}
      {archive === "icon" ? (
        <Command row={row} command="archive">
          <button type="submit" className="icon-button" aria-label={`Archive assessment ${name}`} title="Archive assessment">
            <Icon name="Archive" />
            <span className="icon-button-words">Archive assessment</span>
          </button>
        </Command>
      ) : null}
      {profile || draft || evidence || history ? (
        <RowMenu label={`More actions for ${name}`}>
          <MenuLink to={profile} icon={<Icon name="Pencil2" />} words="Edit profile set up" />
          {certify ? <MenuLink to={certify.to} icon={<RosetteIcon />} words={certify.words} preventScrollReset /> : null}
          <MenuLink to={excel} icon={<Icon name="Table" />} words="Work in Excel" />
          <MenuLink to={evidence} icon={<Icon name="FileText" />} words="Evidence" />
          <MenuLink to={draft} icon={<Icon name="FileText" />} words="Draft result" />
          <MenuLink to={history} icon={<Icon name="CounterClockwiseClock" />} words="History" />
          {archive === "menu" ? (
            <Command row={row} command="archive">
              <button type="submit" className="nav-link">
                <Icon name="Archive" />
                Archive
              </button>
            </Command>
          ) : null}
        </RowMenu>
      ) : null}
    </div>
  );
}

interface MenuLinkProps {
  to: string | undefined;
  icon: ReactNode;
  words: string;
  preventScrollReset?: boolean;
}

/** An entry of the menu, where it leads somewhere. */
function MenuLink({ to, icon, words, preventScrollReset }: MenuLinkProps) {
  if (to === undefined) return null;
  return (
    <Link className="nav-link" to={to} preventScrollReset={preventScrollReset}>
      {icon}
      {words}
    </Link>
  );
}

function Go({ to, words, name }: { to: string; words: string; name: string }) {
  return (
    <ButtonLink to={to} aria-label={`${words} ${name}`} size="1" variant={words === "View" || words === "Assess again" ? "soft" : "solid"}>
      {words}
    </ButtonLink>
  );
}

/** The menu of a row. It opens without script; with script it also closes on Escape, or when the focus or a click goes elsewhere. */
function RowMenu({ label, children }: { label: string; children: ReactNode }) {
  const menu = useRef<HTMLDetailsElement>(null);
  useEffect(() => {
    const { current } = menu;
    if (!current) return;
    const close = (event: Event) => {
      if (current.open && !current.contains(event.target as Node)) current.open = false;
    };
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== "Escape" || !current.open) return;
      current.open = false;
      current.querySelector("summary")?.focus();
    };
    document.addEventListener("pointerdown", close);
    document.addEventListener("focusin", close);
    current.addEventListener("keydown", onKey);
    return () => {
      document.removeEventListener("pointerdown", close);
      document.removeEventListener("focusin", close);
      current.removeEventListener("keydown", onKey);
    };
  }, []);
  return (
    <details className={styles.rowMenu} ref={menu}>
      <summary className="icon-button" aria-label={label} title="More actions">
        <Icon name="DotsHorizontal" />
      </summary>
      <div className={`panel menu ${styles.rowMenuItems}`}>{children}</div>
    </details>
  );
}
