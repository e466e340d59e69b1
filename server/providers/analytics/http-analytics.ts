import { timeoutSignal } from '#server/lib/timeout-signal.ts';
import type { Analytics } from './analytics.ts';

export interface HttpAnalyticsOptions {
  readonly url: string;
  /** Authenticates us at the destination. */
  readonly key: string | null;
  /** Timeout of a report in milliseconds. Default 10,000. */
  readonly limit?: number;
}

/** Sends one POST per sign-up, with key, email and name as JSON. */
export function createHttpAnalytics({ url, key, limit = 10_000 }: HttpAnalyticsOptions): Analytics {
  return {
    async reportSignUp({ email, name }) {
      const response = await fetch(url, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ key, email, name }),
        // Personal data must not go to an unconfigured URL.
        redirect: 'error',
        signal: timeoutSignal(limit),
      });
      await response.body?.cancel();
      if (!response.ok) throw new Error(`the analytics destination answered ${response.status}`);
    },
  };
}
