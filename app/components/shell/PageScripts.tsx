import { Scripts, ScrollRestoration } from "@remix-run/react";
import { createContext, useContext } from "react";
import { useNonce } from "~/components/shell/Nonce";

const PlainContext = createContext(false);

/** Says, while rendering on the server, that a page does without script: one that gives a form back would carry it twice otherwise. */
export const PlainPageProvider = PlainContext.Provider;

/** The page's script, and with it the data that it starts from. */
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
