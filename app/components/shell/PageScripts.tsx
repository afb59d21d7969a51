import { Scripts, ScrollRestoration } from "@remix-run/react";
import { createContext, useContext } from "react";
import { useNonce } from "~/components/shell/Nonce";

const PlainContext = createContext(false);

/** Tells, during rendering on the server, that a page works without script. A page that gives a form back would otherwise hold it twice. */
export const PlainPageProvider = PlainContext.Provider;

/** The page's script, and the data that it starts with. */
export function PageScripts() {
  const nonce = useNonce();
  if (useContext(PlainContext)) return null;
  return (
    <>
      <ScrollRestoration nonce={nonce} />
      <Scripts nonce={nonce} />
    </>
  );
}
