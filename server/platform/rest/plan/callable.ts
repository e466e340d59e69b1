import type { Routine } from '../schema/schema.ts';
import type { CallBody } from './call-plan.ts';

export interface Call {
  readonly name: string;
  /** Names of the given arguments. */
  readonly args: readonly string[];
  /** Null for GET. */
  readonly content: CallBody['kind'] | null;
}

/** Parameter types that accept a raw body, by kind of body. */
export const BODY_TYPES: Readonly<Record<CallBody['kind'], readonly string[]>> = {
  json: ['json', 'jsonb'],
  form: [],
  text: ['text'],
  xml: ['xml'],
  bytea: ['bytea'],
};
const UNNAMED_TYPES = new Set(Object.values(BODY_TYPES).flat());

/**
 * True if the routine can be called over HTTP: an unnamed parameter must be the only one, of a type that accepts a
 * raw body.
 */
export function isCallable({ parameters }: Routine): boolean {
  const unnamed = parameters.filter(({ name }) => name === '');
  return (
    unnamed.length === 0 ||
    (unnamed.length === 1 && parameters.length === 1 && UNNAMED_TYPES.has(parameters[0]?.type ?? ''))
  );
}
