import { Link } from "@remix-run/react";
import type { ReactNode } from "react";
import { Callout, KIND_COLOURS } from "~/components/shell/Callout";
import { Facts } from "~/components/shell/Facts";
import { Icon } from "~/components/shell/Icon";
import { Modal } from "~/components/shell/Modal";
import { Pager } from "~/components/shell/Pager";
import { Badge, Button, ButtonLink } from "~/components/shell/parts";
import { RosetteIcon } from "~/components/shell/RosetteIcon";
import { SearchForm } from "~/components/shell/SearchForm";
import { STATUS_WORDS, Status } from "~/components/shell/Status";
import { Table } from "~/components/shell/Table";
import { BADGES } from "~/views/badges";
import { morePaths } from "~/views/more-paths";

const KINDS = ["info", "success", "warning", "error"] as const;
const MODALS = ["confirm", ...KINDS] as const;

/** Shows messages, dialogs, states, tables and the other parts that screens are made of. */
export function PartsGuide({ modal }: { modal: string | null }) {
  const kind = MODALS.find((name) => name === modal);
  return (
    <>
      {kind ? (
        <Modal kind={kind} title={`A dialog: ${kind}`} dismissTo={morePaths.debug()}>
          <p>It says what happened, what it means, and what to do now.</p>
          <div className="row">
            <ButtonLink to={morePaths.debug()} preventScrollReset variant="soft">
              Cancel
            </ButtonLink>
            <ButtonLink to={morePaths.debug()} preventScrollReset>
              Go on
            </ButtonLink>
          </div>
        </Modal>
      ) : null}
      <Part id="dialogs" title="Dialogs" named="Modal">
        <div className="row">
          {MODALS.map((name) => (
            <ButtonLink to={`?modal=${name}`} preventScrollReset key={name} variant="soft">
              {name}
            </ButtonLink>
          ))}
        </div>
      </Part>
      <Part id="messages" title="Messages" named="Callout" isFlat>
        {KINDS.map((name) => (
          <Callout key={name} kind={name} title={`A message: ${name}`}>
            What happened, what it means for the reader's work, what to do now.
          </Callout>
        ))}
      </Part>
      <Part id="states" title="States" named="Status, Badge, .round-mark">
        <div className="row">
          {STATUS_WORDS.map((word) => (
            <Status key={word} word={word} />
          ))}
        </div>
        <div className="row">
          <Badge color="amber">
            <RosetteIcon />
            {BADGES.P3M3.requested}
          </Badge>
          <Badge color="green">
            <RosetteIcon />
            {BADGES.P3M3.word}
          </Badge>
          <Badge color="gray">Plain</Badge>
        </div>
        <div className="row">
          {Object.values(KIND_COLOURS).map((colour) => (
            <span key={colour} className="round-mark" data-accent-color={colour}>
              <RosetteIcon />
            </span>
          ))}
        </div>
      </Part>
      <Part id="progress" title="Progress" named="progress">
        {[0, 3, 13].map((answered) => (
          <div key={answered} className="stack-tight">
            <label htmlFor={`progress-${answered}`} className="small">
              {answered} of 13 threads complete
            </label>
            <progress id={`progress-${answered}`} max={13} value={answered} />
          </div>
        ))}
      </Part>
      <Part id="table" title="Table" named="Table, .tabs, SearchForm, .icon-button, Pager">
        <nav className="tabs" aria-label="Tabs">
          <Link to={morePaths.debug()} aria-current="page" preventScrollReset>
            Current (2)
          </Link>
          <Link to={morePaths.debug()} preventScrollReset>
            Another (0)
          </Link>
        </nav>
        <SearchForm label="Find a mineral" field="find" value="a" action={morePaths.debug()} kept={{}} clearAt={morePaths.debug()} />
        <Table
          columns={[
            { title: "Name", names: true, show: ({ name }) => name },
            { title: "State", show: ({ word }) => <Status word={word} /> },
            { title: "Score", isNumber: true, show: ({ score }) => score },
            {
              title: "Actions",
              show: ({ name }) => (
                <button type="button" className="icon-button" aria-label={`Archive ${name}`} title="Archive">
                  <Icon name="Archive" />
                  <span className="icon-button-words">Archive</span>
                </button>
              ),
            },
          ]}
          rows={[
            { name: "Amber", word: "Complete", score: "3.50" } as const,
            { name: "Basalt", word: "In progress", score: "12.00" } as const,
          ]}
          keyOf={({ name }) => name}
        />
        <Pager page={2} pages={3} matches={1234} noun="minerals" at={() => morePaths.debug()} />
      </Part>
      <Part id="facts" title="Facts and actions" named=".panel, Facts, .row, .nav-link, .link-button">
        <Facts
          facts={[
            ["Location", "Ireland"],
            ["Business unit", "Not provided"],
          ]}
        />
        <div className="row">
          <Link to={morePaths.debug()} className="nav-link" preventScrollReset>
            A way
          </Link>
          <Link to={morePaths.debug()} className="nav-link" aria-current="page" preventScrollReset>
            The way taken
          </Link>
          <button type="button" className="link-button">
            As a link
          </button>
        </div>
        <div className="row">
          <Button variant="outline">Outline</Button>
          <Button variant="soft">Soft</Button>
          <Button>Solid</Button>
          <Button disabled>Disabled</Button>
        </div>
      </Part>
      <Part id="empty" title="Nothing there" named=".panel .muted" isFlat>
        <p className="panel muted">There are currently no minerals</p>
      </Part>
      <Part id="type" title="Type" named="h3, h4, .measure, .muted, .small">
        <h3>Heading of the third level</h3>
        <h4>Heading of the fourth level</h4>
        <p className="measure">
          Running text keeps to a measure that can be read. It has <a href={morePaths.debug()}>links</a>, <strong>strong words</strong> and{" "}
          <span className="muted">muted ones</span>.
        </p>
        <p className="small">Small text, for details.</p>
      </Part>
    </>
  );
}

interface PartProps {
  id: string;
  title: string;
  /** What it is called in the sources. */
  named: string;
  /** Without a panel around it. */
  isFlat?: boolean;
  children: ReactNode;
}

function Part({ id, title, named, isFlat = false, children }: PartProps) {
  return (
    <section className={isFlat ? "stack-tight" : "panel stack"} aria-labelledby={`guide-${id}`}>
      <h2 id={`guide-${id}`}>{title}</h2>
      <Named as={named} />
      {children}
    </section>
  );
}

/** The name of a part in the sources: a component, or a class if it begins with a dot. */
export function Named({ as }: { as: string }) {
  return (
    <p className="small muted">
      <code>{as}</code>
    </p>
  );
}
