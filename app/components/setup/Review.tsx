import { Form, Link } from "@remix-run/react";
import type { ComponentProps, ReactNode } from "react";
import { Callout } from "~/components/shell/Callout";
import { Facts } from "~/components/shell/Facts";
import { Button, ButtonLink } from "~/components/shell/parts";
import type { ReviewStep } from "~/views/setup";

interface ReviewProps {
  review: ReviewStep;
  /** Why restoring failed, in words. */
  failure: string | undefined;
}

/** Everything that was set up, each section with an Edit button (docs/rules/setup-and-scope.md#review). */
export function Review({ review, failure }: ReviewProps) {
  const { organization, profile, scope, levelNote, further, readOnly, archived, links } = review;
  // An archived assessment can be restored, so its buttons are there and disabled; one that can only be read has none.
  const isFinal = readOnly !== undefined && !archived;
  return (
    <div className="stack panel review">
      {failure ? <Callout kind="error" title={failure} /> : null}
      {archived ? (
        <Callout kind="info" title="This assessment is archived">
          {archived.mayRestore ? (
            <Form method="post">
              <input type="hidden" name="command" value="unarchive" />
              It cannot be edited.{" "}
              <button type="submit" className="link-button">
                Restore it
              </button>{" "}
              to continue with it. You then return to the home screen.
            </Form>
          ) : (
            "It cannot be edited."
          )}
        </Callout>
      ) : readOnly ? (
        <Callout kind="info">{readOnly}</Callout>
      ) : null}
      <Section title="Organization details" edit={links.organization} isFinal={isFinal}>
        <Facts facts={organization} />
      </Section>
      <Section title="Assessment details" edit={links.profile} isFinal={isFinal}>
        <Facts facts={profile} />
      </Section>
      <Section title="Scope details" edit={links.scope} isFinal={isFinal}>
        <Facts facts={scope.map(([label, value]) => [label, label === "Level" && levelNote ? withNote(value, levelNote) : value])} />
      </Section>
      {further.map(({ title, facts, link }) =>
        facts.length > 0 ? (
          <Section key={title} title={title} edit={undefined} isFinal>
            <Facts facts={facts} />
            {link ? <Link to={link.to}>{link.label}</Link> : null}
          </Section>
        ) : null,
      )}
      {isFinal ? (
        <div className="row row-end">
          <LinkButton to={links.home} variant="soft">
            Go to the home screen
          </LinkButton>{" "}
          {links.result ? <LinkButton to={links.result}>View result</LinkButton> : null}
        </div>
      ) : (
        <div className="row row-end">
          <LinkButton to={archived ? undefined : links.home} variant="soft">
            Save & return home
          </LinkButton>{" "}
          {review.isReady || archived ? (
            <LinkButton to={links.start}>{review.isStarted ? "Continue assessment" : "Start assessment"}</LinkButton>
          ) : (
            <p className="muted">Complete the scope details first; then the assessment can be started.</p>
          )}
        </div>
      )}
    </div>
  );
}

const withNote = (value: string, note: string) => (
  <>
    {value} <span className="field-hint block">{note}</span>
  </>
);

interface LinkButtonProps extends Omit<ComponentProps<typeof ButtonLink>, "to"> {
  to: string | undefined;
}

/** A link that looks like a button; disabled when it leads nowhere. */
function LinkButton({ to, variant, size, children, ...rest }: LinkButtonProps) {
  if (to !== undefined) return <ButtonLink {...{ to, variant, size, ...rest }}>{children}</ButtonLink>;
  return (
    <Button disabled {...{ variant, size }} aria-label={rest["aria-label"]}>
      {children}
    </Button>
  );
}

interface SectionProps {
  title: string;
  edit: string | undefined;
  /** Nothing can be changed any more, so there is no button at all. */
  isFinal: boolean;
  children: ReactNode;
}

function Section({ title, edit, isFinal, children }: SectionProps) {
  return (
    <section className="stack-tight">
      <div className="row row-between">
        <h2>{title}</h2>
        {isFinal ? null : (
          <LinkButton to={edit} variant="soft" size="1" aria-label={`Edit ${title.toLowerCase()}`}>
            Edit
          </LinkButton>
        )}
      </div>
      {children}
    </section>
  );
}
