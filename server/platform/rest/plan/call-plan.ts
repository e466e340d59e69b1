import type { Parameter, Routine } from '../schema/schema.ts';
import type { JsonBody } from './payload.ts';
import type { ReadPlan } from './read-plan.ts';

/** The body of a function call with POST. */
export type CallBody =
  | ({ readonly kind: 'json' } & JsonBody)
  | { readonly kind: 'form'; readonly pairs: readonly (readonly [name: string, value: string])[] }
  /** For a function with one unnamed parameter of this type; bytes in PostgreSQL's hex format. */
  | { readonly kind: 'text' | 'xml' | 'bytea'; readonly text: string };

/** Form of the arguments: one text each (GET, forms), keys of a JSON object, or the body as the only argument. */
export type CallArguments =
  | { readonly kind: 'texts'; readonly values: readonly (readonly [parameter: Parameter, value: string])[] }
  | { readonly kind: 'object'; readonly json: string; readonly parameters: readonly Parameter[] }
  | { readonly kind: 'body'; readonly text: string; readonly parameter: Parameter };

export interface CallPlan {
  readonly routine: Routine;
  readonly args: CallArguments;
  /** The query over the returned rows; null for a function that returns scalars or nothing. */
  readonly rows: ReadPlan | null;
  readonly limit: number | null;
  readonly offset: number;
}
