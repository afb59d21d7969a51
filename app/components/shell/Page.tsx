import type { MetaFunction } from "@remix-run/react";
import type { ReactNode } from "react";
import { ScreenLinks } from "~/components/shell/ScreenLinks";
import type { Screens } from "~/views/screens";

/** The title of a browser page: '{screen} | Maturity Assessment Tool'. */
export function screenTitle(screen: string): string {
  return `${screen} | Maturity Assessment Tool`;
}

/**
 * The title of a screen that is about something.
 * @param title from what the loader gives
 * @param otherwise while it gives nothing, because it failed
 */
export const titled =
  <Loader,>(title: (data: NonNullable<Parameters<MetaFunction<Loader>>[0]["data"]>) => string, otherwise: string): MetaFunction<Loader> =>
  ({ data }) => [{ title: screenTitle(data ? title(data) : otherwise) }];

const [TITLE_ID, SUBTITLE_ID] = ["screen-title", "screen-subtitle"];

interface PageProps {
  title: string;
  subtitle?: ReactNode;
  /** Shown to the right of the title. */
  actions?: ReactNode;
  /** Where else the assessment of the screen can be seen. */
  screens?: Screens | undefined;
  children: ReactNode;
}

/** The main column of a screen, with its only `h1`. On the screens of an assessment the subtitle names it, too. */
export function Page({ title, subtitle, actions, screens, children }: PageProps) {
  return (
    <main className="column page" id="content">
      <header className="row row-between">
        <div>
          <h1 tabIndex={-1} id={TITLE_ID} aria-labelledby={screens && subtitle !== undefined ? `${TITLE_ID} ${SUBTITLE_ID}` : undefined}>
            {title}
          </h1>
          {subtitle === undefined ? null : (
            <p className="muted" id={SUBTITLE_ID}>
              {subtitle}
            </p>
          )}
        </div>
        {actions}
        {screens ? <ScreenLinks screens={screens} /> : null}
      </header>
      {children}
    </main>
  );
}
