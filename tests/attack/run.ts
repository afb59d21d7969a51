/** `npm run attack [NAME…]`: replays every attack in this folder (`*.attack.ts`) against the built application and prints what held. */
import { readdirSync } from "node:fs";
import { buildIfStale } from "../../scripts/build.js";
import type { Attack } from "./attack.ts";

const wanted = process.argv.slice(2);
const names = readdirSync(import.meta.dirname)
  .filter((file) => file.endsWith(".attack.ts"))
  .map((file) => file.replace(/\.attack\.ts$/, ""))
  .filter((name) => wanted.length === 0 || wanted.includes(name))
  .sort();

buildIfStale();
let fell = 0;
for (const name of names) {
  const { attack } = (await import(`./${name}.attack.ts`)) as { attack: Attack };
  const { held, figures } = await attack.run();
  if (!held) fell += 1;
  console.log(`${held ? "held" : "FELL"}  ${name}: ${attack.title}\n      ${figures}`);
}
console.log(`${names.length - fell} of ${names.length} held`);
process.exitCode = fell === 0 ? 0 : 1;
