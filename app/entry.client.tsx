import { RemixBrowser } from "@remix-run/react";
import { StrictMode, startTransition } from "react";
import { hydrateRoot } from "react-dom/client";
import { fetchLateParts } from "~/components/shell/late";

const comeAlive = () =>
  startTransition(() => {
    hydrateRoot(
      document,
      <StrictMode>
        <RemixBrowser />
      </StrictMode>,
    );
  });

// A page whose script is not all there stays as the server made it, and works without.
void fetchLateParts(document).then(comeAlive, () => undefined);
