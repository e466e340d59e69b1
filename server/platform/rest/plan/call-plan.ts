import type { Parameter, Routine } from '../schema/schema.ts';
import type { ReadPlan } from './read-plan.ts';

/** How the arguments come: one text each (GET), keys of a JSON object (POST), or the body as the only argument. */
export type CallArguments =
  | { readonly kind: 'texts'; readonly values: readonly (readonly [parameter: Parameter, value: string])[] }
  | { readonly kind: 'object'; readonly json: string; readonly parameters: readonly Parameter[] }
  | { readonly kind: 'body'; readonly json: string; readonly parameter: Parameter };

export interface CallPlan {
  readonly routine: Routine;
  readonly args: CallArguments;
  /** What to make of the rows; null for a function that answers with values or nothing. */
  readonly rows: ReadPlan | null;
  readonly limit: number | null;
  readonly offset: number;
}
