/** npm run docs: writes the parts of the documents that are made from sources. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "./build.js";
import { writeContract } from "./contract-page.ts";

const page = join(root, "docs/upstream-contract.md");
writeFileSync(page, writeContract(readFileSync(page, "utf8")));
