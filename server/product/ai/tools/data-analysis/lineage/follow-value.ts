import { asciiDigits } from '#server/lib/ascii-digits.ts';
import { followArithmetic } from './follow-arithmetic.ts';
import { asNumber, isData, type Made, NOTHING, raised, together } from './made.ts';
import type { Expression, Query } from './sql-tree.ts';
import { NotFollowed } from './token-reader.ts';

/** What the names of a query stand for. */
export interface Scope {
  /** Null: there is no such column. */
  readonly columnOf: (table: string | null, name: string) => Made | null;
  readonly columnsOf: (query: Query) => readonly Made[];
  /** Whether the rows are those of a table. */
  readonly hasRows: boolean;
}

type Of<Kind extends Expression['is']> = Extract<Expression, { is: Kind }>;
type Follow = (each: Expression) => Made;

const words = (names: string): ReadonlySet<string> => new Set(names.split(/\s+/));

/** These make numbers of rows, whatever is in them. */
const COUNTS = words('count row_number rank dense_rank ntile percent_rank cume_dist');
/** Of these the first value comes out; the others say how. */
const FIRST = words(
  'abs avg cast ceil ceiling first_value floor last_value lower ltrim max median min nth_value nullif percentile round rtrim stddev sum total trim trunc upper variance',
);
/** Each of their values may come out, or all of them together. */
const EACH = words('coalesce concat concat_ws group_concat ifnull max min string_agg');
/** They stand for what is missing, and for what counts. */
const HARMLESS: ReadonlySet<number> = new Set([0, 1]);
const FILLS = words('avg coalesce ifnull lag lead max min sum total');
/** A piece of a text may be a number: the year of a day, the digits of a code. */
const PIECES = words('substr substring');
/** They reckon with what they are given. */
const NUMERIC = words(
  'abs avg cast ceil ceiling exp floor ln log log10 median mod percentile pow power round sign sqrt stddev sum total trunc variance',
);
/** They make days of what is typed, to reckon with. */
const DAYS = words('date datetime julianday strftime');

/** What a value is made of. Throws NotFollowed where it names a column that is not there. */
export function followValue(value: Expression, scope: Scope): Made {
  const follow: Follow = (each) => followValue(each, scope);
  switch (value.is) {
    case 'nothing':
      return NOTHING;
    case 'number':
      return { ...NOTHING, typed: [value.text] };
    case 'text':
      return ofText(value.text);
    case 'column':
      return followName(value, scope);
    case 'query':
      return scope.columnsOf(value.query)[0] ?? NOTHING;
    case 'truth':
      return followTruth(value, follow);
    case 'choice':
      return followChoice(value, follow);
    case 'arithmetic':
      return followArithmetic(value, follow);
    case 'call':
      return followCall(value, follow, scope.hasRows);
  }
}

/** A text beside a number is compared letter by letter: "9" comes after "10". */
function followTruth({ of, isOrder = false }: Of<'truth'>, follow: Follow): Made {
  const isByNumber = isOrder && of.some(({ is }) => is === 'number');
  const followed = of.map(follow);
  const { isData: isOfData, reckoned } = together(isByNumber ? followed.map(asNumber) : followed);
  return isOfData ? { ...isData(), reckoned } : { ...NOTHING, typed: ['1'] };
}

const digitsIn = (text: string): string[] => asciiDigits(text).match(/\d+(?:[.,]\d+)*/g) ?? [];
const ofText = (text: string): Made => ({ ...NOTHING, typed: digitsIn(text), words: [text] });

function followName({ table, name, isQuoted }: Of<'column'>, scope: Scope): Made {
  const found = scope.columnOf(table, name);
  if (found !== null) return found;
  if (isQuoted) return ofText(name);
  if (!/^(?:rowid|oid|_rowid_)$/.test(name)) throw new NotFollowed(`${name} is no column`);
  return isData();
}

/**
 * Names of ranges may come out of a choice (18-29, or 5k and more, where its conditions have 18, 30 and 5000), and ranks (Q1 to Q4, where
 * there are four results and more).
 */
function followChoice({ conditions, results }: Of<'choice'>, follow: Follow): Made {
  const made = together(results.map(follow));
  const by = together(conditions.map(follow));
  if (!made.isData && !by.isData) return made;
  const limits = new Set(
    conditions
      .flatMap(numbersOf)
      .flatMap((each) => [each - 1, each, each + 1, each / 1_000, each / 1_000_000]),
  );
  const isName = (text: string): boolean => {
    const number = Number(text.replaceAll(',', ''));
    const isRank = made.typed.length > 1 && Number.isInteger(number) && number <= results.length;
    return HARMLESS.has(number) || isRank || (made.words.length > 0 && limits.has(number));
  };
  const reckoned = [...new Set([...made.reckoned, ...by.reckoned])];
  return { ...made, isData: true, typed: made.typed.filter((text) => !isName(text)), reckoned };
}

function numbersOf(value: Expression): number[] {
  if (value.is === 'number') return [Number(value.text)];
  if (value.is === 'text') return digitsIn(value.text).map(Number);
  return value.is === 'truth' ? value.of.flatMap(numbersOf) : [];
}

function followCall({ name, given }: Of<'call'>, follow: Follow, hasRows: boolean): Made {
  if (COUNTS.has(name) && !hasRows) return { ...NOTHING, typed: [name] };
  const followed = given.map(follow).map((made) => (NUMERIC.has(name) ? asNumber(made) : made));
  if (COUNTS.has(name)) return { ...isData(), reckoned: together(followed).reckoned };
  const parts = FILLS.has(name) ? followed.map(withoutHarmless) : followed;
  const [first = NOTHING] = parts;
  if (EACH.has(name) && given.length !== 1) return together(parts);
  // A sum of ones is a count.
  if (FILLS.has(name) && hasRows && first.typed.length + first.words.length === 0)
    return { ...first, isData: true };
  if (name === 'lag' || name === 'lead') return together([first, ...parts.slice(2)]);
  if (name === 'variance') return raised(first, 2);
  if (PIECES.has(name)) return { ...first, texts: [] };
  if (FIRST.has(name) || EACH.has(name)) return first;
  // Days, lengths, powers: another kind of thing than what goes in.
  const all = together(parts);
  const isDay = DAYS.has(name);
  const { reckoned } = all;
  if (!all.isData)
    return { ...NOTHING, typed: isDay ? [name, ...all.words].slice(-1) : [name, ...all.typed] };
  return { ...isData(), typed: isDay || first.isData ? [] : first.typed, reckoned };
}

const withoutHarmless = (made: Made): Made => ({
  ...made,
  typed: made.typed.filter((text) => !HARMLESS.has(Number(text))),
});
