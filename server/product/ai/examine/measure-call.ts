import type { Trial, TrialRole } from '#domain/model-report.ts';
import { timeoutSignal } from '#server/lib/timeout-signal.ts';
import { ProviderError } from '#server/providers/provider-error/provider-error.ts';
import type { Asked, ExaminationDeps } from './examination.ts';

/** Time limit of one call, in milliseconds. A local server may have to load its model first. */
const LIMIT_MS = { away: 90_000, own: 300_000 };

export interface MeasuredCall {
  readonly role: TrialRole;
  readonly asked: Asked;
  /** Makes the call. Throws ProviderError. */
  readonly make: (signal: AbortSignal) => Promise<Omit<Trial, 'role' | 'ms'>>;
}

/** Outcome of a call, and its error if it failed. */
export interface Measured {
  readonly trial: Trial;
  readonly error: unknown;
}

export const NOTHING_ASKED = { ms: null, cost: null, sent: [], dropped: [], honoured: [] } as const;

/** Makes and times one call. Never rejects: a failure is a result. */
export async function measureCall(
  deps: Pick<ExaminationDeps, 'advise' | 'isOwn' | 'log'>,
  { role, asked, make }: MeasuredCall,
  signal: AbortSignal,
): Promise<Measured> {
  const limit = timeoutSignal(deps.isOwn ? LIMIT_MS.own : LIMIT_MS.away);
  const startedAt = performance.now();
  const elapsed = (): number => Math.round(performance.now() - startedAt);
  try {
    const found = await make(AbortSignal.any([signal, limit]));
    return { trial: { role, ms: elapsed(), ...found }, error: null };
  } catch (error) {
    const failed = { ...NOTHING_ASKED, role, ms: elapsed(), state: 'wrong' as const };
    if (signal.aborted) return { trial: untried(role, 'the check was stopped'), error };
    if (limit.aborted) {
      const advice = 'Try again. It may still be loading the model.';
      return { trial: { ...failed, note: `no answer within ${seconds(failed.ms)}`, advice }, error };
    }
    if (error instanceof ProviderError) {
      return { trial: { ...failed, note: error.message, advice: deps.advise(error, asked) }, error };
    }
    deps.log.error('a check of the AI connection failed unexpectedly', { error });
    return { trial: { ...failed, note: 'the check itself failed, see the log', advice: null }, error };
  }
}

export const untried = (role: TrialRole, why: string): Trial => ({
  ...NOTHING_ASKED,
  role,
  state: 'untried',
  note: why,
  advice: null,
});

const seconds = (ms: number): string => `${Math.round(ms / 1000)} seconds`;
