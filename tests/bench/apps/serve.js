// @ts-check
// Serves one of the applications in this folder: node serve.js <folder>. The same Express and compression as the product's server.js.
import { createRequestHandler } from "@remix-run/express";
import compression from "compression";
import express from "express";

const build = await import(`${process.argv[2]}/build/server/index.js`);
const app = express();
app.disable("x-powered-by");
app.use(compression());
app.use("/assets", express.static(`${process.argv[2]}/build/client/assets`));
app.all("*", createRequestHandler({ build, mode: "production" }));
const server = app.listen(0, "127.0.0.1", () => {
  const address = server.address();
  if (address && typeof address === "object") console.log(`Listening on http://localhost:${address.port}`);
});
