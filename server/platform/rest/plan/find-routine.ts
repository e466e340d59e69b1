import { functionAmbiguous, functionNotFound } from '../respond/function-errors.ts';
import type { ExposedSchema, Parameter, Routine } from '../schema/schema.ts';
import { BODY_TYPES, type Call, isCallable } from './callable.ts';

/**
 * Returns the overload that takes exactly these arguments; those with defaults are optional. Throws PGRST202 or
 * PGRST203.
 */
export function findRoutine(schema: ExposedSchema, call: Call): Routine {
  const overloads = (schema.routines.get(call.name) ?? []).filter(isCallable);
  const fitting = overloads.filter((routine) => isFitting(routine.parameters, call));
  const candidates =
    fitting.length > 0 ? fitting : overloads.filter((routine) => takesBody(routine, call.content));
  const [found, ...others] = candidates;
  if (found === undefined) throw functionNotFound(schema, call);
  if (others.length > 0) throw functionAmbiguous(candidates.toSorted(byParameters));
  return found;
}

/** Returns the only parameter if it is unnamed. */
export function bodyParameter({ parameters }: Routine): Parameter | null {
  const [only, ...others] = parameters;
  return only !== undefined && others.length === 0 && only.name === '' ? only : null;
}

function isFitting(parameters: readonly Parameter[], { args, content }: Call): boolean {
  // A body that isn't an object has no argument names, and a function without parameters ignores it.
  if (parameters.length === 0 && content !== null && !['json', 'form'].includes(content)) return false;
  return (
    args.every((arg) => parameters.some(({ name }) => name === arg)) &&
    parameters.every(({ name, isRequired }) => !isRequired || args.includes(name))
  );
}

function takesBody(routine: Routine, content: Call['content']): boolean {
  const parameter = bodyParameter(routine);
  return parameter !== null && content !== null && BODY_TYPES[content].includes(parameter.type);
}

/** Fewest parameters first, then by name and type: the order must not depend on creation order. */
function byParameters(left: Routine, right: Routine): number {
  const fewer = left.parameters.length - right.parameters.length;
  return fewer === 0 ? compare(signature(left), signature(right)) : fewer;
}

const signature = ({ parameters }: Routine): string =>
  parameters.map(({ name, type }) => `${name}\0${type}`).join('\0');

const compare = (left: string, right: string): number => (left < right ? -1 : left > right ? 1 : 0);
