/** React's types name the whole of `react-dom/server`, but not its part for runtimes with web streams. */
declare module "react-dom/server.browser" {
  export { renderToReadableStream } from "react-dom/server";
}
