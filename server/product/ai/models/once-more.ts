import { ThoughtAwayError } from '#server/providers/text-model/text-model.ts';

/**
 * Asks again, once, where a model has thought its whole cap away. What it needs has been learned by then, so the second
 * call has twice the room.
 */
export async function onceMoreWithRoom<T>(call: () => Promise<T>, mayCall: () => boolean): Promise<T> {
  try {
    return await call();
  } catch (error) {
    if (!(error instanceof ThoughtAwayError) || !mayCall()) throw error;
    return call();
  }
}
