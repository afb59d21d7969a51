import { Link } from "@remix-run/react";
import { lengthInWords, timeInWords } from "#model/voices.ts";
import { UnsentNotice } from "~/components/saving/UnsentNotice";
import { Icon } from "~/components/shell/Icon";
import { Page } from "~/components/shell/Page";
import { Button, ButtonLink } from "~/components/shell/parts";
import { KeptTexts } from "~/components/voice/KeptTexts";
import { FORGET } from "~/components/voice/LinkPages";
import { shortDate } from "~/views/dates";
import { paths } from "~/views/paths";
import { sheetPaths } from "~/views/sheet-paths";
import { ownerOf, type SheetScreen } from "~/views/voice-sheet";
import styles from "./Sheet.module.css";

type SheetStartProps = { sheet: SheetScreen };

/** Who asks, for whom, as far as it is known. Once whoever asked is gone, the team does. */
const whoAsks = ({ askedBy, team, organization }: SheetScreen) => {
  if (askedBy === undefined) return `${team ?? `The team that assesses ${organization}`} wants to know`;
  return `${askedBy} wants to know${team === undefined ? "" : `, on behalf of ${team},`}`;
};

const Logo = ({ sheet: { logo, team } }: SheetStartProps) =>
  logo === undefined ? null : (
    <p className={styles.sheetLogo}>
      <img src={logo} alt={team === undefined ? "The logo of the team that asks" : `The logo of ${team}`} />
    </p>
  );

/** The first page of an open sheet. */
export function SheetStart({ sheet }: SheetStartProps) {
  const { organization, assessment, message, until, name, role, pages, doneAt, second } = sheet;
  const [answered, total] = [sum(pages.map((page) => page.answered)), sum(pages.map((page) => page.total))];
  const first = pages.find((page) => page.answered < page.total) ?? pages[0];
  const isWhole = doneAt !== null || (total > 0 && answered >= total);
  return (
    <Page title={`Your view of ${organization}`} subtitle={assessment ?? undefined}>
      <Logo sheet={sheet} />
      <UnsentNotice owner={ownerOf(sheet.sheet)} here={paths.voiceSheet(sheet.sheet)} />
      <section className="stack-tight measure" aria-label="What you are asked">
        {second ? (
          <p>
            You have said how you see the way {organization} works. Now the assessor’s verdict stands beside your answers. Please say of
            each page whether you agree and, if not, why.
          </p>
        ) : null}
        <p>
          {whoAsks(sheet)} how you see the way {organization} works. You are asked as {name === null ? role : `${name}, ${role}`}.
          {sheet.askedBy === undefined && sheet.contact ? ` If you have a question, please turn to ${sheet.contact}.` : null}
        </p>
        {doneAt ? (
          <p className="status-good">
            <Icon name="Check" /> You said on {shortDate(doneAt)} that you are done. You can still change{" "}
            {second ? "what you said of the verdict" : "your answers"}.
          </p>
        ) : (
          <p>
            {total === 0 || second ? null : <strong>{isWhole ? "Everything is answered. " : `${lengthInWords(total)}. `}</strong>}
            {isWhole ? `You can change ${second ? "what you said" : "your answers"} until` : "Please answer by"}{" "}
            <strong>{shortDate(until)}</strong>.
          </p>
        )}
        <p>Everybody who edits this assessment sees your answers, with your name. Results and reports name nobody.</p>
        {first ? (
          <div className="row no-print">
            <ButtonLink to={paths.voicePage(sheet.sheet, first.place)} variant={isWhole ? "soft" : "solid"}>
              {answered === 0 ? "Begin" : isWhole ? (second ? "Change what I said" : "Change my answers") : "Continue"}
            </ButtonLink>
          </div>
        ) : null}
        {message === "" ? null : (
          <blockquote className={`side-line note-text ${styles.sheetMessage}`} aria-label="Message">
            {message}
          </blockquote>
        )}
        <p>
          {second
            ? "Your answers stay as they are. You can stop at any time, come back by your link, and change what you say of the verdict until the sheet is closed."
            : "You need not answer everything. You can stop at any time, come back by your link, and change your answers until the sheet is closed."}
        </p>
      </section>
      <Rules sheet={sheet} />
      <section className="panel stack-tight" aria-labelledby="pages">
        <div className="row row-between baseline">
          <h2 id="pages">Your pages</h2>
          <span className="muted">
            {answered} of {total} {second ? "checked" : "answered"}
            {!second && answered < total && answered > 0 ? `, ${timeInWords(total - answered)} left` : null}
          </span>
        </div>
        {pages.length === 0 ? <p>Nothing is asked of you at the moment. What you said before is kept.</p> : null}
        <ol className={`plain-list ruled ${styles.sheetPages}`}>
          {pages.map((page) => (
            <li key={page.place} className="row row-between row-whole">
              <span>
                <Link to={paths.voicePage(sheet.sheet, page.place)}>
                  {page.name} {page.within ? <span className="block small muted">{page.within}</span> : null}
                </Link>
              </span>
              <Progress {...page} second={second} />
            </li>
          ))}
        </ol>
        {doneAt ? null : (
          <form method="post" action={sheetPaths.done(sheet.sheet)} className="row no-print">
            <Button type="submit" variant={isWhole ? "solid" : "soft"}>
              I am done
            </Button>
          </form>
        )}
      </section>
      <NoMoreMail sheet={sheet} />
      <SharedDevice sheet={sheet} />
    </Page>
  );
}

/** The first page of a sheet that is closed. */
export function ClosedSheet({ sheet }: SheetStartProps) {
  const { organization, assessment, until } = sheet;
  const contact = sheet.askedBy ?? sheet.contact;
  return (
    <Page title="This sheet is closed" subtitle={[organization, assessment].filter(Boolean).join(" · ")}>
      <section className="stack-tight measure">
        <p>
          Nothing can be read or changed here any more. It was open until {shortDate(until)} at the latest. What you said before is kept,
          and whoever asked you has it.
        </p>
        {contact ? <p>If you still have something to say, please write to {contact}.</p> : null}
      </section>
      <KeptTexts sheet={sheet.sheet} />
      <Rules sheet={sheet} />
      <NoMoreMail sheet={sheet} />
      <SharedDevice sheet={sheet} />
    </Page>
  );
}

const sum = (numbers: readonly number[]) => numbers.reduce((all, one) => all + one, 0);

function Progress({ answered, total, second }: { answered: number; total: number; second: boolean }) {
  const isWhole = answered >= total;
  return (
    <span className={isWhole ? "status status-good" : "status"}>
      {isWhole ? <Icon name="Check" /> : null}
      {second ? (isWhole ? "checked" : "to check") : `${answered} of ${total} answered`}
    </span>
  );
}

/** What becomes of the answers, before the first one is given (docs/rules/voices.md#what-results-show). */
function Rules({ sheet: { role, checksFacts, rules } }: SheetStartProps) {
  return (
    <details className={`measure ${styles.sheetTexts}`}>
      <summary>
        <h2 className={styles.sheetFold}>What becomes of your answers, and of your name</h2>
      </summary>
      <ul className="stack-close">
        <li>
          <strong>Everybody who edits this assessment sees each of your answers and comments, with your name.</strong> They see, too, when
          you first and last answered.
        </li>
        <li>
          Results and reports name nobody. Once the assessment is submitted, they can show how many gave which answer, where at least{" "}
          {rules.shownFrom} people answered. If all of these gave the same answer, it takes {rules.oneAnswerFrom}.
        </li>
        <li>
          They show your role, {role}, by itself only where at least {rules.shownFrom} people in it answered, not all of them the same, and
          never so that the answer of one or two people could be worked out.
        </li>
        <li>
          Your answers count in no score. The assessor decides, and may quote a comment with your role, never with your name. Where comments
          leave the screen in an Excel file, they are those of somebody such as ‘Voice 3’, with the role.
        </li>
        <li>The sheet closes after its last day, when the assessor closes it, or when the assessment is submitted, if that is earlier.</li>
        <li>
          You see no score, and nobody else's answers.{" "}
          {checksFacts ? "You are asked to check facts, so each page shows the assessor's verdict." : "You see no verdict of the assessor."}
        </li>
        <li>
          Your name, your address and the message to you are deleted {rules.daysAfterSubmission} days after the assessment is submitted, and{" "}
          {rules.daysAfterLastDay} days after the last day of your sheet at the latest. Whoever edits the assessment may remove them
          earlier. Your link then ends. Your answers, comments and role stay, without your name.
        </li>
      </ul>
    </details>
  );
}

function NoMoreMail({ sheet: { sheet, mails } }: SheetStartProps) {
  if (mails === "none") return null;
  return (
    <section className="stack-tight measure no-print" aria-labelledby="mails">
      <h2 id="mails">Mails</h2>
      {mails === "sent" ? (
        <>
          <p>You were asked by mail. If you do not want to be, nobody here will send you such mails again. Your link goes on working.</p>
          <div className="row">
            <ButtonLink to={sheetPaths.noMoreMail(sheet)} variant="outline">
              Do not write to me again
            </ButtonLink>
          </div>
        </>
      ) : (
        <p>
          You get no more mails about sheets.{" "}
          {mails === "refused" ? "You said so by another link, or before this one was renewed. Only that link takes it back." : null}
        </p>
      )}
      {mails === "refusedHere" ? (
        <form method="post" action={sheetPaths.mailsAgain(sheet)}>
          <Button type="submit" variant="outline">
            Write to me again
          </Button>
        </form>
      ) : null}
    </section>
  );
}

function SharedDevice({ sheet: { sheet } }: SheetStartProps) {
  return (
    <section className="stack-tight measure no-print" aria-labelledby="device">
      <h2 id="device">If others use this device</h2>
      <p>
        Your sheet opens in this browser for up to twelve hours, without the link. You can end that now. What you saved is kept, and your
        link goes on working. What this browser keeps because it could not be saved is deleted.
      </p>
      <form method="post" action={sheetPaths.forget(sheet)}>
        <Button type="submit" variant="outline">
          {FORGET}
        </Button>
      </form>
    </section>
  );
}
