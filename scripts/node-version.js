// @ts-check
// Imported first by whatever runs on Node.js: ends with one line on a version that is too old, before packages fail on it in many.
import process from "node:process";

/** The same as in `engines` of package.json. */
const OLDEST = [20, 19];

const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
if (major < Number(OLDEST[0]) || (major === OLDEST[0] && minor < Number(OLDEST[1]))) {
  console.error(`Node.js ${process.versions.node} is too old. You need ${OLDEST.join(".")} at least; 24 LTS is better.`);
  // As for settings that are wrong: starting again would come to the same.
  process.exit(78);
}
