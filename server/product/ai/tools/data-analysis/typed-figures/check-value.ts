import { checkCall } from './check-call.ts';
import { checkCase, checkLiteral } from './check-literal.ts';
import { DATA, type Found, isData, type Place, refuse } from './found.ts';
import { deep, isGroup, isName, isOne, type Node, splitAt, toText } from './sql-nodes.ts';

const ADDS = ['+', '-'];
export const TRUTHS =
  '< > <= >= = == <> != and or not is isnull notnull in like glob between escape collate'.split(' ');
/** Maximum factors: a longer product is no conversion of units. */
const FACTORS_MAX = 4;
const MONTHS = 12;

interface Piece {
  readonly by: string;
  readonly text: string;
  readonly found: Found;
}

/** Returns the kind of an expression. Throws a TypedFigure at a number that is neither known nor a factor. */
export function checkValue(given: readonly Node[], place: Place): Found {
  const nodes = given.filter(
    (node, at) => !isOne(node, 'as', 'distinct', 'all') && !isOne(given[at - 1], 'as'),
  );
  const split = splitAt(
    nodes,
    (node, at) => isOne(node, ...TRUTHS, '||') || (at > 0 && isOne(node, ...ADDS)),
  );
  const isTruth = split.some(({ by }) => TRUTHS.includes(by));
  const pieces = split.flatMap(({ by, nodes: each }, at): Piece[] => {
    // A comparison yields yes or no at most.
    const isSum = [by, split[at + 1]?.by ?? ''].some((sign) => ADDS.includes(sign));
    if (by === 'in' || (isTruth && !isSum && !deep(each).some(isName))) return [];
    return [{ by, text: toText(each), found: checkProduct(each, place) }];
  });
  const [first] = pieces;
  if (split.length === 1 && first) return first.found;
  if (!pieces.some(({ found }) => isData(found))) return isTruth ? { is: 'number' } : sumOf(pieces);
  if (split.some(({ by }) => by === '||')) assertJoined(pieces, place);
  else assertSum(pieces, nodes, place);
  return isTruth ? { is: 'flag' } : DATA;
}

/** Adds up an expression of numbers only: the sum may be a factor or a percentage. */
function sumOf(pieces: readonly Piece[]): Found {
  if (pieces.some(({ found }) => found.value === undefined)) return { is: 'number' };
  const add = (sum: number, { by, found: { value = 0 } }: Piece): number =>
    by === '-' ? sum - value : sum + value;
  return { is: 'number', value: pieces.reduce(add, 0) };
}

function assertJoined(pieces: readonly Piece[], { allowed }: Place): void {
  for (const { text, found } of pieces)
    if (found.is === 'number' && !allowed.isGiven(found.value ?? Number.NaN)) refuse(text);
}

function assertSum(pieces: readonly Piece[], nodes: readonly Node[], place: Place): void {
  const numbers = pieces.filter(({ found }) => found.is === 'number');
  const isSum = pieces.some(({ by }) => ADDS.includes(by));
  if (isSum && pieces.some(({ found }) => found.is === 'label')) refuse('a text that is reckoned with');
  const [first] = numbers;
  if (numbers.length > 1 || (first && !isAddend(first, pieces, nodes, place)))
    refuse(first?.text ?? '', ', and added to what is computed');
  const isNothing = pieces.some(
    ({ by, text }, at) => by === '-' && pieces.slice(0, at).some((each) => each.text === text),
  );
  if (isNothing) refuse('nothing (something less itself)');
}

/**
 * Accepts usual addends: a share is taken from 1 or 100, 1 turns a distance into a count, 0.5 rounds, months and
 * weekdays start at other numbers.
 */
function isAddend(
  number: Piece,
  pieces: readonly Piece[],
  nodes: readonly Node[],
  { allowed }: Place,
): boolean {
  const value = number.found.value ?? Number.NaN;
  if ([0, 0.5, 1, -1].includes(value) || allowed.isGiven(value)) return true;
  if (value === 100) return pieces.length === 2 && pieces[1]?.by === '-';
  const isOfDay = deep(nodes).some((node) => isGroup(node) && node.head === 'strftime');
  return isOfDay && Number.isInteger(value) && value <= MONTHS;
}

function checkProduct(nodes: readonly Node[], place: Place): Found {
  const factors = factorsOf(nodes).map(({ by, node, text }) => ({ by, text, found: checkOne(node, place) }));
  const [first] = factors;
  if (first === undefined) return { is: 'words' };
  const sign = isOne(nodes[0], '-') && first.found.value !== undefined ? -1 : 1;
  if (factors.length === 1)
    return sign === -1 ? { is: 'number', value: -(first.found.value ?? 0) } : first.found;
  const numbers = factors.filter(({ found }) => found.is === 'number');
  const scales = numbers.filter(({ by, found }) => by !== '%' && found.value !== 1);
  const isScale = numbers.every((each) => isFactor(each, place)) && scales.length <= FACTORS_MAX;
  if (numbers.length === factors.length) {
    const times = (product: number, { by, found: { value = Number.NaN } }: Piece): number =>
      by === '/' ? product / value : product * value;
    return { is: 'number', value: sign * numbers.reduce(times, 1), isScale };
  }
  if (!isScale)
    refuse(numbers.find((each) => !isFactor(each, place))?.text ?? 'more than a turn of units needs');
  const isOver = ({ by }: Piece): boolean => by === '/' || by === '%';
  const above = new Set(factors.filter((each) => !isOver(each)).map(({ text }) => text));
  const same = factors.find((each) => isOver(each) && each.found.is !== 'number' && above.has(each.text));
  if (same) refuse(`one (${same.text} over itself)`);
  const isOf = (is: Found['is']): boolean => factors.some(({ found }) => found.is === is);
  if (isOf('label') || (isOf('flag') && scales.length > 0)) refuse('a text, or yes and no, times a number');
  return isOf('data') || isOf('flag') ? DATA : { is: 'day' };
}

/**
 * Splits operands, each with its sign. A table's name and its column count as one; a name after a value is its alias.
 */
function factorsOf(nodes: readonly Node[]): { by: string; node: Node; text: string }[] {
  if (nodes.some((node, at) => isOne(node, '*') && (at === 0 || isOne(nodes[at - 1], '.'))))
    return [{ by: '', node: { is: 'quoted', text: '*' }, text: '*' }];
  return splitAt(nodes, (node) => isOne(node, '*', '/', '%')).flatMap(({ by, nodes: each }) => {
    const bare = each.filter((node) => !isOne(node, '+', '-'));
    const [node] = bare;
    return node ? [{ by, node, text: toText(isOne(bare[1], '.') ? bare.slice(0, 3) : [node]) }] : [];
  });
}

function isFactor(
  { by, found: { value = Number.NaN, isScale = false } }: Piece,
  { allowed, item }: Place,
): boolean {
  if (by === '%') return value > 1;
  if (value === 1 || isScale || allowed.isFactor(value) || allowed.isGiven(value)) return true;
  // Recognises a range width: floor(price / 50) * 50.
  const text = toText(item).replace(/[()\s]+/g, ' ');
  return allowed.isWidth(value) && text.includes(`/ ${value}`) && text.includes(`* ${value}`);
}

function checkOne(node: Node, place: Place): Found {
  if (isGroup(node)) {
    if (node.is === 'case') return checkCase(node, place);
    if (node.head === 'exists') return { is: 'flag' };
    if (node.head !== '') return checkCall(node, place);
    if (!isOne(node.nodes[0], 'select', 'with')) return checkValue(node.nodes, place);
    return place.ofQuery(node.nodes) ? DATA : { is: 'words' };
  }
  if (node.is === 'number') return { is: 'number', value: Number(node.text) };
  if (node.is === 'text') return checkLiteral(node.text, place);
  if (isOne(node, 'true', 'false')) return { is: 'number', value: node.text === 'true' ? 1 : 0 };
  return isName(node) ? DATA : { is: 'words' };
}
