import { ThoughtAwayError } from '#server/providers/text-model/text-model.ts';
import { CallRefused } from '../tool.ts';

/**
 * Retries once if a model used its whole cap for thinking. The first call has recorded the need, so the second gets
 * twice the room.
 */
export async function onceMoreWithRoom<T>(call: () => Promise<T>, mayCall: () => boolean): Promise<T> {
  try {
    return await call();
  } catch (error) {
    if (!(error instanceof ThoughtAwayError) || !mayCall()) throw error;
    return call().catch((second: unknown) => {
      // Rethrows the first failure: a missing budget is not its cause.
      throw second instanceof CallRefused ? error : second;
    });
  }
}
