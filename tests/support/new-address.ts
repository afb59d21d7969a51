import { randomUUID } from "node:crypto";

/** An address of mail that no other test has, in whichever file: files share a database. */
export const newAddress = (name: string): string => `${name.toLowerCase()}.${randomUUID().slice(0, 8)}@example.org`;
