import { AsyncLocalStorage } from 'node:async_hooks';

interface Payer {
  name: string;
}

const payers = new AsyncLocalStorage<Payer>();

/** Runs work on behalf of one payer; reusable. */
export type OnBehalf = <T>(work: () => T) => T;

/**
 * Creates the context of a request or connection: its address pays until the user is known. Work outside of one is
 * the system's own.
 */
export function onBehalfOf(name: string): OnBehalf {
  const payer: Payer = { name };
  return (work) => payers.run(payer, work);
}

/** Charges the rest of this request or connection to the user, once authenticated. */
export function payAs(userId: string): void {
  const payer = payers.getStore();
  if (payer) payer.name = userId;
}

/** Returns whose time a statement uses; null for the system's own work. */
export function currentPayer(): string | null {
  return payers.getStore()?.name ?? null;
}
