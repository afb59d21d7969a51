import { createContext, useContext } from "react";

const NonceContext = createContext<string | undefined>(undefined);

/** Hands the response's CSP nonce to the parts of the page that write script or style elements. */
export const NonceProvider = NonceContext.Provider;

/** The nonce during rendering on the server; undefined in the browser, which hides nonces from script. */
export function useNonce(): string | undefined {
  return useContext(NonceContext);
}
