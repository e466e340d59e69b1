import { ProviderError } from '#server/providers/provider-error/provider-error.ts';
import type { BegunCall, CallUsage, PlannedCall, ToolContext } from '../tool.ts';
import { tellWaits } from './tell-waits.ts';

/** Silent calls per step: each has cost its whole timeout, and a third would tell nothing new. */
export const SILENT_CALLS = 2;

/** Usage of a call that was not made, or that the provider reports as unanswered. */
export const NOTHING_USED: CallUsage = { promptTokens: 0, completionTokens: 0, cost: 0 };

export interface ProviderCall<T> {
  readonly planned: PlannedCall;
  readonly awaits: Parameters<typeof tellWaits>[0];
  /** Must call `heard` once any of the answer arrives: from then on the call costs money, however it ends. */
  readonly make: (begun: BegunCall, heard: () => void) => Promise<T>;
  readonly usageOf: (answer: T) => CallUsage | null;
}

/**
 * Makes a call with its cost reserved, and settles it. If the provider refused or was unreachable, nothing was
 * spent and the reserve is released; otherwise the retry would lack money, and an outage would use up the day's
 * budget. If the outcome is unknown, the reserve counts as spent.
 */
export async function makeCall<T>(
  context: Pick<ToolContext, 'beforeCall' | 'signal' | 'onStep'>,
  { planned, awaits, make, usageOf }: ProviderCall<T>,
): Promise<T> {
  const begun = await context.beforeCall(planned);
  if (context.signal.aborted) {
    begun.settle(NOTHING_USED);
    begun.over();
    throw context.signal.reason;
  }
  let isHeard = false;
  const wait = tellWaits(awaits, (step) => context.onStep(step));
  try {
    const answer = await make(begun, () => {
      isHeard = true;
      wait.heard();
    });
    begun.settle(usageOf(answer));
    return answer;
  } catch (error) {
    if (!isHeard && error instanceof ProviderError && (error.status !== null || wasNeverSent(error)))
      begun.settle(NOTHING_USED);
    throw error;
  } finally {
    wait.over();
    begun.over();
  }
}

/** Connection errors of node and undici, before anything was sent. */
const UNREACHABLE_CODES: readonly unknown[] = [
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
];

function wasNeverSent(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return ('code' in error && UNREACHABLE_CODES.includes(error.code)) || wasNeverSent(error.cause);
}
