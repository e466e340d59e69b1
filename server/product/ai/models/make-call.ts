import { ProviderError } from '#server/providers/provider-error/provider-error.ts';
import type { BegunCall, CallUsage, PlannedCall, ToolContext } from '../tool.ts';
import { tellWaits } from './tell-waits.ts';

/** Calls of one step that may end in silence: each has cost its whole wait, and a third would tell nothing new. */
export const SILENT_CALLS = 2;

/** Usage of a call that was not made, or that the provider reports as unanswered. */
export const NOTHING_USED: CallUsage = { promptTokens: 0, completionTokens: 0, cost: 0 };

export interface ProviderCall<T> {
  readonly planned: PlannedCall;
  readonly awaits: Parameters<typeof tellWaits>[0];
  /** `heard` is to be called when something of the answer has come: then it has a price, however it ends. */
  readonly make: (begun: BegunCall, heard: () => void) => Promise<T>;
  readonly usageOf: (answer: T) => CallUsage | null;
}

/**
 * Makes a call with its money set aside, and settles it. Where the provider has refused it, or was not there, nothing
 * was spent: what was set aside is free again, or the next try would find no money and an outage would use the day up.
 * Where it is unknown what has become of it, the money counts as spent.
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

/** Nobody was there to be asked: what node and undici call it. */
const NOBODY_THERE: readonly unknown[] = [
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
];

function wasNeverSent(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return ('code' in error && NOBODY_THERE.includes(error.code)) || wasNeverSent(error.cause);
}
