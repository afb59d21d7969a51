// Loaded into a worker before anything else where it runs from sources: lets it import TypeScript.
import { register } from "tsx/esm/api";

register();
