import { Scripts, ScrollRestoration } from "@remix-run/react";
import { useServerPage } from "~/components/shell/server-page";

/** The page's script, and the data that it starts with. */
export function PageScripts() {
  const { nonce, isPlain } = useServerPage();
  if (isPlain) return null;
  return (
    <>
      <ScrollRestoration nonce={nonce} />
      <Scripts nonce={nonce} />
    </>
  );
}
