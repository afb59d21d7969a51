import { type ComponentType, useEffect, useState } from "react";
import { useHydrated } from "~/components/forms/useHydrated";
import { Callout } from "~/components/shell/Callout";

/** Says in a page from the server which lazy parts it holds. */
const MARK = "data-lazy-part";
/** How each lazy part is fetched, by its name: what `entry.client.tsx` finds in a page that it is to bring alive. */
const fetches = new Map<string, () => Promise<unknown>>();

declare global {
  /** What the addresses of lazy parts end in; the build writes it into each `import()` (scripts/retried-imports.js). */
  var lazyQuery: string;
}
globalThis.lazyQuery = "";

let failures = 0;

type PropsOf<Part> = Part extends ComponentType<infer Props extends object> ? Props : never;

/**
 * A part of a screen whose script is fetched when it is first shown: what few visits need is no burden on the others
 * (docs/decisions/0053-parts-fetched-late.md). In a page from the server its HTML is there at once, and its script before the page is
 * hydrated. Not for what is needed while the connection is lost; `fetchAllLazyParts` gets them into memory before.
 * @param name of its own
 * @param load fetches the module; called again after a failure
 * @param part its name in the module
 */
export function lazyPart<Module, Name extends keyof Module>(
  name: string,
  load: () => Promise<Module>,
  part: Name,
): ComponentType<PropsOf<Module[Name]>> {
  let Part: ComponentType<PropsOf<Module[Name]>> | undefined;
  const fetchPart = async () => {
    try {
      Part ??= (await load())[part] as typeof Part;
    } catch (error) {
      // A browser may remember that nothing came from this address, and would ask nobody again. Several parts may share a file.
      failures += 1;
      globalThis.lazyQuery = `?try=${failures}`;
      throw error;
    }
  };
  fetches.set(name, fetchPart);
  return function Late(props: PropsOf<Module[Name]>) {
    const hydrated = useHydrated();
    const [hasFailed, setFailed] = useState(false);
    const [, setFetched] = useState(false);
    const isMissing = Part === undefined;
    const fetchNow = () =>
      fetchPart().then(
        () => setFetched(true),
        () => setFailed(true),
      );
    // biome-ignore lint/correctness/useExhaustiveDependencies: fetches what is missing when it is first shown
    useEffect(() => {
      if (isMissing) void fetchNow();
    }, [isMissing]);
    if (Part === undefined) {
      // React renders on the server again once it is there.
      if (typeof document === "undefined") throw fetchPart();
      return hasFailed ? <Missing onRetry={fetchNow} /> : null;
    }
    return (
      <>
        {hydrated ? null : <template {...{ [MARK]: name }} />}
        <Part {...props} />
      </>
    );
  };
}

/** The message when a part could not be fetched, because the connection is lost or the server has a new version. The page stays. */
function Missing({ onRetry }: { onRetry(): void }) {
  return (
    <Callout kind="error" title="This part of the page could not be loaded.">
      Nothing was changed.{" "}
      <button type="button" className="link-button" onClick={onRetry}>
        Try again
      </button>
    </Callout>
  );
}

/** Fetches the lazy parts that a page from the server holds. @throws Error when one cannot be fetched */
export async function fetchLazyParts(page: Document): Promise<void> {
  const names = [...page.querySelectorAll(`[${MARK}]`)].map((mark) => mark.getAttribute(MARK) ?? "");
  await Promise.all(names.map((name) => fetches.get(name)?.()));
}

/** Fetches all lazy parts of the screens that were shown. What cannot be fetched now is fetched when it is shown. */
export async function fetchAllLazyParts(): Promise<void> {
  await Promise.allSettled([...fetches.values()].map((fetchPart) => fetchPart()));
}
