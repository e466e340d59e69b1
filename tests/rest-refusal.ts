import { RestError } from '#server/platform/rest/respond/rest-error.ts';

/** The refusal that an act must end in. */
export function refusalOf(act: () => unknown): RestError {
  try {
    act();
  } catch (error) {
    if (error instanceof RestError) return error;
    throw error;
  }
  throw new Error('nothing was refused');
}
