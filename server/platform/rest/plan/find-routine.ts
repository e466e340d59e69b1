import { functionAmbiguous, functionNotFound } from '../respond/schema-errors.ts';
import type { ExposedSchema, Parameter, Routine } from '../schema/schema.ts';

export interface Call {
  readonly name: string;
  /** Names of the arguments that were given. */
  readonly args: readonly string[];
  readonly isPost: boolean;
}

/** The overload that takes exactly these arguments, those with defaults left out at will. Throws PGRST202 or PGRST203. */
export function findRoutine(schema: ExposedSchema, call: Call): Routine {
  const overloads = schema.routines.get(call.name) ?? [];
  const fitting = overloads.filter((routine) => isFitting(routine.parameters, call.args));
  const takingBody = call.isPost ? overloads.filter((routine) => bodyParameter(routine) !== null) : [];
  const candidates = fitting.length > 0 ? fitting : takingBody;
  const [found, ...others] = candidates;
  if (found === undefined) throw functionNotFound(schema, call);
  if (others.length > 0) throw functionAmbiguous(candidates);
  return found;
}

function isFitting(parameters: readonly Parameter[], args: readonly string[]): boolean {
  const isKnown = (arg: string): boolean => parameters.some(({ name }) => name !== '' && name === arg);
  return (
    args.every(isKnown) && parameters.every(({ name, isRequired }) => !isRequired || args.includes(name))
  );
}

/** The only, unnamed parameter of type json or jsonb, which takes the body as it is. */
export function bodyParameter({ parameters }: Routine): Parameter | null {
  const [only, ...others] = parameters;
  if (only === undefined || others.length > 0 || only.name !== '') return null;
  return only.type === 'json' || only.type === 'jsonb' ? only : null;
}
