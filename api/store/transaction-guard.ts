import { AsyncLocalStorage } from "node:async_hooks";

interface Scope {
  guard: TransactionGuard;
  open: boolean;
  /** The transaction of another store, inside which this one runs. */
  outer: Scope | undefined;
}

/** One for all stores: Node asks each storage that was ever used at every promise, even when nobody holds the storage any more. */
const scopes = new AsyncLocalStorage<Scope>();

/**
 * Refuses the store's own handle inside a transaction, which has a handle of its own. With SQLite the store's handle would wait for itself
 * for ever. With PostgreSQL it would write outside the transaction.
 */
export class TransactionGuard {
  async run<T>(work: () => Promise<T>): Promise<T> {
    const scope: Scope = { guard: this, open: true, outer: scopes.getStore() };
    try {
      return await scopes.run(scope, work);
    } finally {
      scope.open = false;
    }
  }

  refuseInside(): void {
    for (let scope = scopes.getStore(); scope; scope = scope.outer)
      if (scope.open && scope.guard === this)
        throw new Error("The store's own handle was used inside a transaction: use the transaction's handle.");
  }
}
