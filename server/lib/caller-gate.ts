import { createWorkGate, type WorkGate, type WorkGateOptions } from './work-gate.ts';

export type CallerGate = <T>(caller: string, work: () => Promise<T>) => Promise<T>;

/**
 * Limits the works in progress per caller, such as statements. Excess ones queue behind the caller's own, not in front of
 * everybody else's: the embedded database runs statements in arrival order.
 */
export function createCallerGate(options: WorkGateOptions): CallerGate {
  const gates = new Map<string, { readonly gate: WorkGate; inside: number }>();
  return async (caller, work) => {
    const entry = gates.get(caller) ?? { gate: createWorkGate(options), inside: 0 };
    gates.set(caller, entry);
    entry.inside += 1;
    try {
      return await entry.gate(work);
    } finally {
      entry.inside -= 1;
      if (entry.inside === 0) gates.delete(caller);
    }
  };
}
