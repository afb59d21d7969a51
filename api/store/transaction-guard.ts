import { AsyncLocalStorage } from "node:async_hooks";

/**
 * Refuses the store's own handle inside a transaction, which has a handle of its own. With SQLite the store's handle would wait for itself
 * for ever. With PostgreSQL it would write outside the transaction.
 */
export class TransactionGuard {
  readonly #inside = new AsyncLocalStorage<{ open: boolean }>();

  async run<T>(work: () => Promise<T>): Promise<T> {
    const scope = { open: true };
    try {
      return await this.#inside.run(scope, work);
    } finally {
      scope.open = false;
    }
  }

  refuseInside(): void {
    if (this.#inside.getStore()?.open)
      throw new Error("The store's own handle was used inside a transaction: use the transaction's handle.");
  }
}
