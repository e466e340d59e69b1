import { createWorkGate, type WorkGate, type WorkGateOptions } from './work-gate.ts';

export interface FairGateOptions extends WorkGateOptions {
  /** Maximum queued works of one person. */
  readonly waitingPerPerson: number;
}

export type FairGate = <T>(person: string, work: () => Promise<T>) => Promise<T>;

/** A work gate with one slot per person, running or queued, so that nobody can fill the queue for the others. */
export function createFairGate({ waitingPerPerson, ...options }: FairGateOptions): FairGate {
  const gate = createWorkGate(options);
  const people = new Map<string, { readonly gate: WorkGate; works: number }>();
  return async (person, work) => {
    const own = people.get(person) ?? {
      gate: createWorkGate({ parallel: 1, waiting: waitingPerPerson }),
      works: 0,
    };
    people.set(person, own);
    own.works += 1;
    try {
      return await own.gate(() => gate(work));
    } finally {
      own.works -= 1;
      if (own.works === 0) people.delete(person);
    }
  };
}
