import type { Routine } from '../schema/schema.ts';
import type { CallBody } from './call-plan.ts';

export interface Call {
  readonly name: string;
  /** Names of the arguments that were given. */
  readonly args: readonly string[];
  /** Null for GET. */
  readonly content: CallBody['kind'] | null;
}

/** Types that take a body as it is, by what the body is made of. */
export const BODY_TYPES: Readonly<Record<CallBody['kind'], readonly string[]>> = {
  json: ['json', 'jsonb'],
  form: [],
  text: ['text'],
  xml: ['xml'],
  bytea: ['bytea'],
};
const UNNAMED_TYPES = new Set(Object.values(BODY_TYPES).flat());

/** An argument without a name can be given in one way only: as the body, the only one, of a type that takes it. */
export function isCallable({ parameters }: Routine): boolean {
  const unnamed = parameters.filter(({ name }) => name === '');
  return (
    unnamed.length === 0 ||
    (unnamed.length === 1 && parameters.length === 1 && UNNAMED_TYPES.has(parameters[0]?.type ?? ''))
  );
}
