// Loaded first by a worker that runs from sources, so that it can import TypeScript.
import { register } from "tsx/esm/api";

register();
