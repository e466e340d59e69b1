import type { PersonaHost } from './persona.ts';

/** Determines a vendor's model by its id: by `@…` at the end, by the test's map, or the first one given. */
export function profileOf<Name extends string>(
  host: PersonaHost,
  model: string,
  [usual, ...others]: readonly [Name, ...Name[]],
): Name {
  const named = /@(.+)$/.exec(model)?.[1];
  const known = [usual, ...others];
  const mapped = host.profiles?.[model];
  return known.find((name) => name === named) ?? known.find((name) => name === mapped) ?? usual;
}
