import type { Log } from '#server/lib/log.ts';
import { adviceFor } from './advice.ts';
import { TextModelError, type TextResult } from './text-model.ts';

/** Logs one line per call, with its duration and cost, never its content. */
export function createCallLog(log: Log, model: string, baseUrl?: URL) {
  const startedAt = performance.now();
  const elapsed = (): number => Math.round(performance.now() - startedAt);
  return {
    answered({ model: answeredBy, finish, usage, generationId }: TextResult): void {
      log.info('text model answered', { model: answeredBy, finish, ms: elapsed(), ...usage, generationId });
    },
    failed(error: unknown): void {
      if (!(error instanceof TextModelError)) return;
      const { kind, status, message } = error;
      const advice = adviceFor(error, baseUrl ? { baseUrl } : {});
      const told = {
        model,
        kind,
        status,
        reason: message,
        ms: elapsed(),
        ...(advice !== null && { advice }),
      };
      log.info('text model failed', told);
    },
  };
}
