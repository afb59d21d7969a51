import { createContext, useContext } from "react";

interface ServerPage {
  /** The response's CSP nonce. Browsers hide nonces from script. */
  nonce?: string;
  /** The page works without script. One that gives a form back would otherwise hold it twice. */
  isPlain?: boolean;
  /** What was rendered apart from the page, for `ServerMarkup`. */
  markup?: string | undefined;
}

const ServerPageContext = createContext<ServerPage>({});

/** Hands to the parts of a page what only the server knows while it renders. */
export const ServerPageProvider = ServerPageContext.Provider;

/** What the server knows; nothing in the browser. */
export const useServerPage = (): ServerPage => useContext(ServerPageContext);
