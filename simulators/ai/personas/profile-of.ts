import type { PersonaHost } from './persona.ts';

/** Which of a maker's models an id stands for: by `@…` at its end, by the test's own map, or the first that is given. */
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
