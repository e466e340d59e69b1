import { AsyncLocalStorage } from 'node:async_hooks';

interface Payer {
  name: string;
}

const payers = new AsyncLocalStorage<Payer>();

/** Runs work on behalf of one payer, again and again. */
export type OnBehalf = <T>(work: () => T) => T;

/** For one request or one connection: an address pays until it is known who asks. What runs outside is the system's own. */
export function onBehalfOf(name: string): OnBehalf {
  const payer: Payer = { name };
  return (work) => payers.run(payer, work);
}

/** It is known now who asks: what follows on this request or connection is this person's. */
export function payAs(userId: string): void {
  const payer = payers.getStore();
  if (payer) payer.name = userId;
}

/** Whose time a statement uses; null for the system's own work. */
export function currentPayer(): string | null {
  return payers.getStore()?.name ?? null;
}
