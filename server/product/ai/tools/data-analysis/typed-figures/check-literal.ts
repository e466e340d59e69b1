import { DATA, type Found, isData, type Place, refuse } from './found.ts';
import { branchesOf, deep, type Group, isGroup, isName, isQuery, type Node } from './sql-nodes.ts';

const numbersOf = (text: string): number[] =>
  (text.match(/\d+(?:[.,]\d+)*/g) ?? []).map((digits) => Number(digits.replaceAll(',', '')));

/** Accepts a text without numbers, with those of the task, or with the year that the query asks for. */
export function checkLiteral(text: string, { allowed }: Place): Found {
  if (/^(?:19|20)\d\d$/.test(text) && allowed.limits.has(Number(text))) return { is: 'words' };
  if (!allowed.isTold(text)) refuse(`'${text}'`);
  return { is: /\p{N}/u.test(text) ? 'day' : 'words' };
}

/** Accepts 0, 1, numbers of the task and names of ranges as results of a CASE that asks a table. */
export function checkCase(group: Group, place: Place): Found {
  const { results, conditions } = branchesOf(group);
  for (const node of conditions.flatMap(deep))
    if (isGroup(node) && node.head !== 'exists' && isQuery(node.nodes)) place.ofQuery(node.nodes);
  const found = results.map((each) => checkResult(each, results.length, place));
  const isOfData = conditions.flatMap(deep).some(isName) || found.some(isData);
  for (const { is, value = Number.NaN } of found) {
    const isHarmless = isOfData && (value === 0 || value === 1 || place.allowed.isGiven(value));
    if (is === 'number' && !isHarmless) refuse(value, ', as a result of CASE');
  }
  if (found.some(({ is }) => is === 'label')) return { is: 'label' };
  if (!isOfData) return { is: 'words' };
  return found.some(({ is }) => is === 'data') ? DATA : { is: 'flag' };
}

/**
 * Accepts names of ranges, such as 18-29 or "5k and more" where the query compares with 18, 30 and 5000; Q1 to Q4 where
 * there are four results.
 */
function checkResult(nodes: readonly Node[], count: number, place: Place): Found {
  const [only, ...others] = nodes;
  if (!only || others.length > 0 || isGroup(only) || only.is !== 'text') return place.look(nodes, place);
  const { text } = only;
  if (!/\p{N}/u.test(text)) return checkLiteral(text, place);
  const isNear = (number: number): boolean =>
    [...place.allowed.limits].some((limit) =>
      [limit - 1, limit, limit + 1, limit / 1_000, limit / 1_000_000].includes(number),
    );
  const isKnown = numbersOf(text).every((number) => number <= count || isNear(number));
  const isRange = /\p{L}|[<>≤≥+]|\d\s?[-–—]\s?\d/u.test(text);
  return isRange && isKnown ? { is: 'label' } : refuse(`'${text}'`, ', as a result of CASE');
}
