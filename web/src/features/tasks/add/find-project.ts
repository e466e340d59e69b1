import { TASK_CATEGORIES } from '#domain/task.ts';

/** Project names by id. */
export type ProjectNames = ReadonlyMap<string, string>;

/** A matched project, and the length of the match. */
interface Found {
  readonly id: string;
  readonly length: number;
}

/**
 * Matches a project name after `+` or `#`: the full name, spaces included ("Flat move"), quoted or not, or a
 * prefix as one word ("flat", "flat-move"). The longest full name wins, and a full name over a prefix.
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

/** Longer words wouldn't fit into the placeholder on a phone. */
const SHORT = 10;

/** A single word that finds a project after `#`: the first word of its name, if short and not a category. */
export function shortName(projectNames: ProjectNames): string | undefined {
  return [...projectNames.values()]
    .map((name) => squeeze(name.trim().split(/\s+/)[0] ?? ''))
    .find((word) => word !== '' && word.length <= SHORT && !TASK_CATEGORIES.some((known) => known === word));
}

/** `RegExp.escape` isn't available in all supported browsers. */
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
