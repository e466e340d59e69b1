import { type Call, isCallable } from '../plan/callable.ts';
import { nearestName } from '../schema/nearest-name.ts';
import type { ExposedSchema, Routine } from '../schema/schema.ts';
import { RestError } from './rest-error.ts';

/** Errors for calls that match no function, or several. */

/** Half of the name is enough, as in PostgREST, whose hint for `blurb_messages` is `get_messages`. */
const MIN_LIKENESS_OF_NAMES = 0.5;
/** A caller who knows the function's name may learn its parameters, so a loose match is enough. */
const MIN_LIKENESS_OF_PARAMETERS = 0.33;

export function functionNotFound(schema: ExposedSchema, call: Call): RestError {
  const { name, args, content } = call;
  const isRaw = content !== null && content !== 'json' && content !== 'form';
  const described = isRaw ? '' : args.length === 0 ? ' without parameters' : `(${args.join(', ')})`;
  return new RestError(
    404,
    'PGRST202',
    `Could not find the function ${schema.name}.${name}${described} in the schema cache`,
    {
      details:
        `Searched for the function ${schema.name}.${name}${searchedFor(call)}, ` +
        'but no matches were found in the schema cache.',
      hint: isRaw ? null : nearestCall(schema, call),
    },
  );
}

function searchedFor({ args, content }: Call): string {
  if (content === 'text' || content === 'xml' || content === 'bytea') {
    return ` with a single unnamed ${content} parameter`;
  }
  const named =
    args.length === 0
      ? ' without parameters'
      : ` with parameter${args.length > 1 ? 's' : ''} ${args.join(', ')}`;
  return content === 'json' ? `${named} or with a single unnamed json/jsonb parameter` : named;
}

/** Returns another function with a similar name, or an overload with similar parameters, to use as a hint. */
function nearestCall(schema: ExposedSchema, { name, args }: Call): string | null {
  const overloads = (schema.routines.get(name) ?? []).filter(isCallable);
  const found =
    overloads.length === 0
      ? nearestName(name, callableNames(schema), MIN_LIKENESS_OF_NAMES)
      : withName(name, nearestName(listOf(args), overloads.map(parametersOf), MIN_LIKENESS_OF_PARAMETERS));
  return found === null ? null : `Perhaps you meant to call the function ${schema.name}.${found}`;
}

const withName = (name: string, list: string | null): string | null => list && `${name}${list}`;

const listOf = (names: readonly string[]): string => `(${names.toSorted().join(', ')})`;

const parametersOf = ({ parameters }: Routine): string => listOf(parameters.map(({ name }) => name));

function callableNames({ routines }: ExposedSchema): string[] {
  return [...routines].flatMap(([name, overloads]) => (overloads.some(isCallable) ? [name] : []));
}

export function functionAmbiguous(candidates: readonly Routine[]): RestError {
  const described = candidates.map(({ schema, name, parameters }) => {
    const list = parameters.map((parameter) => `${parameter.name} => ${parameter.type}`);
    return `${schema}.${name}(${list.join(', ')})`;
  });
  return new RestError(
    300,
    'PGRST203',
    `Could not choose the best candidate function between: ${described.join(', ')}`,
    {
      hint: 'Try renaming the parameters or the function itself in the database so function overloading can be resolved',
    },
  );
}
