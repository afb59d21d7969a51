import { RemixBrowser } from "@remix-run/react";
import { StrictMode, startTransition } from "react";
import { hydrateRoot } from "react-dom/client";
import { holdFailedForms } from "~/components/shell/held-forms";

/**
 * Waits until Remix has read the data that the page brings. `RemixBrowser` suspends until then, without a boundary around it. If a key is
 * pressed before that, React renders at once, fails with its error 345, and the page never comes alive. Called before React, the component
 * uses no hook yet: it begins to read, and throws the promise.
 */
async function readData(): Promise<void> {
  try {
    RemixBrowser({});
  } catch (reading) {
    await reading;
  }
}

const comeAlive = () =>
  startTransition(() => {
    hydrateRoot(
      document,
      <StrictMode>
        <RemixBrowser />
      </StrictMode>,
    );
  });

holdFailedForms();
// A page whose data cannot be read stays as the server made it, and works without script.
void readData().then(comeAlive, () => undefined);
