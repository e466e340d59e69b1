import { DATA, type Found, isData, type Place, refuse } from './found.ts';
import { argumentsOf, deep, type Group, isGroup, isOne, type Node, toText } from './sql-nodes.ts';

const words = (names: string): ReadonlySet<string> => new Set(names.split(/\s+/));
export const COUNTS = words('count row_number rank dense_rank percent_rank cume_dist ntile');
const DAYS = words('date datetime julianday strftime');
/** Functions that turn yes and no into amounts. */
const SUMS = words('avg corr intercept median slope stddev sum total variance');
const MEASURES = words('instr length unicode');
/** Functions where 0 and 1 may replace missing values. */
const FILLS = words('coalesce ifnull lag lead max min iif');
/** Index of the first argument that is a position, a count of digits or a power. */
const PLACES: ReadonlyMap<string, number> = new Map([
  ...['decimal', 'numeric', 'char', 'varchar', 'log'].map((name) => [name, 0] as const),
  ...[
    'round',
    'trunc',
    'substr',
    'substring',
    'percentile',
    'nth_value',
    'mod',
    'nullif',
    'pow',
    'power',
  ].map((name) => [name, 1] as const),
]);
const FEW = 12;
const YEAR = 366;

/** Returns the kind of a function's result. */
export function checkCall({ head, nodes }: Group, place: Place): Found {
  const end = nodes.findIndex((node) => head === 'cast' && isOne(node, 'as'));
  const list = argumentsOf(end === -1 ? nodes : nodes.slice(0, end));
  if (COUNTS.has(head)) return place.hasRows ? DATA : refuse(`${head}() of no table`);
  if (DAYS.has(head)) return checkDay(head, list, place);
  const isTyped = (node: Node): boolean => !isGroup(node) && node.is === 'text';
  if (MEASURES.has(head) && deep(list[0] ?? []).some(isTyped)) refuse(`the text that ${head}() measures`);
  const found = list.map((each, at) => (at === 0 && head === 'iif' ? DATA : place.look(each, place)));
  // A sum of ones is a count.
  if ((head === 'sum' || head === 'total') && found[0]?.value === 1 && place.hasRows) return DATA;
  for (const [at, { is, value = Number.NaN }] of found.entries()) {
    if (is !== 'number' || place.allowed.isGiven(value)) continue;
    const isOffset = at === 1 && (head === 'lag' || head === 'lead');
    const isPlace =
      at >= (PLACES.get(head) ?? Number.POSITIVE_INFINITY) && !(value === 0 && head.startsWith('pow'));
    const isFill = FILLS.has(head) && list.length > 1 && (value === 0 || value === 1);
    if (!isOffset && !isPlace && !isFill) refuse(toText(list[at] ?? []), `, within ${head}()`);
  }
  if (!found.some(isData)) return { is: found.every(({ is }) => is === 'words') ? 'words' : 'number' };
  if (!SUMS.has(head))
    return found.find(({ is }) => is === 'label') ?? found.find(({ is }) => is === 'data') ?? { is: 'flag' };
  return found.some(({ is }) => is === 'label') ? refuse('a text that is reckoned with') : DATA;
}

/** Accepts a day of a table, shifted by usual units, or a day of the task. A format shows no digits of its own. */
function checkDay(head: string, list: readonly (readonly Node[])[], place: Place): Found {
  const [format = [], time = [], ...changes] = head === 'strftime' ? list : [[], ...list];
  const pattern = toText(format);
  if (/\d/.test(pattern.replace(/%./g, '').replace(/-?01|00/g, ''))) refuse(`'${pattern}'`);
  const isNumber = head === 'julianday' || /%[sj]/i.test(pattern);
  const { isGiven, isFactor } = place.allowed;
  for (const change of changes.map(toText)) {
    const isCounted = (value: number): boolean =>
      isGiven(value) || (!isNumber && (value <= FEW || (value <= YEAR && isFactor(value))));
    if (!(change.match(/\d+(?:\.\d+)?/g) ?? []).map(Number).every(isCounted))
      refuse(`'${change}'`, ', and moves a day');
  }
  return isData(place.look(time, place)) ? DATA : { is: 'day' };
}
