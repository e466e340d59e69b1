import { TASK_CATEGORIES } from '#domain/task.ts';

/** Project names by id. */
export type ProjectNames = ReadonlyMap<string, string>;

/** The project that a text begins with, and how many characters name it. */
interface Found {
  readonly id: string;
  readonly length: number;
}

/**
 * After a `+` or a `#`: the whole name, spaces and all ("Flat move"), in quotes or without, or the beginning of it as one word
 * ("flat", "flat-move"). Of several the longest name wins, and a name in full over one that is only begun.
 */
export function findProject(text: string, projectNames: ProjectNames): Found | undefined {
  return findWhole(text, projectNames) ?? findBegun(text, projectNames);
}

function findWhole(text: string, projectNames: ProjectNames): Found | undefined {
  const found = [...projectNames].flatMap(([id, name]) => {
    const [match] = wholeName(name).exec(text) ?? [];
    return match === undefined ? [] : [{ id, length: match.length }];
  });
  return found.toSorted((a, b) => b.length - a.length)[0];
}

function wholeName(name: string): RegExp {
  const words = name.trim().split(/\s+/).map(escaped).join('\\s+');
  return new RegExp(`^(?:"${words}"|${words})(?=[,;:!?).]*(?!\\S))`, 'iu');
}

/** Longer words would not fit into the example on a phone. */
const SHORT = 10;

/** One word that finds a project behind a `#`: the first word of a name, where it is short and no category. */
export function shortName(projectNames: ProjectNames): string | undefined {
  return [...projectNames.values()]
    .map((name) => squeeze(name.trim().split(/\s+/)[0] ?? ''))
    .find((word) => word !== '' && word.length <= SHORT && !TASK_CATEGORIES.some((known) => known === word));
}

/** `RegExp.escape` is too young for the browsers that people have. */
function escaped(word: string): string {
  return word.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
}

function findBegun(text: string, projectNames: ProjectNames): Found | undefined {
  const [word = ''] = /^[^\s+]+?(?=[,;:!?).]*(?!\S))/u.exec(text) ?? [];
  const wanted = squeeze(word);
  if (wanted === '') return undefined;
  const [begun] = [...projectNames].find(([, name]) => squeeze(name).startsWith(wanted)) ?? [];
  return begun === undefined ? undefined : { id: begun, length: word.length };
}

/** Letters and digits only, so that "+flat-move" finds "Flat move". */
function squeeze(name: string): string {
  return name.toLowerCase().replace(/[^\p{L}\p{M}\p{N}]+/gu, '');
}
