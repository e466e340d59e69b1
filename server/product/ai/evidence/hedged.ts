import type { Amount } from './amounts-in.ts';
import type { Bearing } from './bearing.ts';
import { isSameUnit, unitsIn } from './units.ts';

/** Words before a rounded number, by the side on which the exact one is. */
const HEDGES: readonly (readonly [side: 'over' | 'under' | 'about', words: RegExp])[] = [
  [
    'over',
    behind(
      'over|(?:a (?:bit|little) )?more than|above|gut|(?:etwas |knapp )?über|(?:etwas )?mehr als|(?:un peu )?plus de|(?:algo )?más de|oltre|(?:poco )?più di|(?:pouco )?mais de|ruim|(?:iets )?meer dan|ponad|więcej niż|nieco ponad|более|больше|свыше|понад|більше(?: ніж)?',
    ),
  ],
  [
    'under',
    behind(
      'almost|nearly|(?:just )?under|(?:a (?:bit|little) )?less than|fewer than|knapp|fast|beinahe|weniger als|presque|près de|moins de|casi|menos de|quasi|meno di|quase|bijna|minder dan|net geen|prawie|niemal|blisko|mniej niż|почти|менее|меньше|майже|менше(?: ніж)?',
    ),
  ],
  [
    'about',
    behind(
      "about|around|roughly|approximately|circa|ca\\.|rund|etwa|ungefähr|environ|unos|unas|alrededor de|aproximadamente|cerca de|all['’]incirca|ongeveer|zo['’]n|około|около|примерно|близько",
    ),
  ],
];

function behind(words: string): RegExp {
  return new RegExp(`(?<!\\p{L})(?:${words})[ \\u00a0](?:\\p{Sc} ?)?$`, 'iu');
}

/** Maximum deviation; beyond it, it would be another number. */
const FARTHEST = 0.05;
const TIMES = /^(?:second|minute|hour|day|week|month|year)$/;
const YEAR = /^(?:19|20)\d\d$/;

/**
 * True if a quote has the exact value of a rounded number: "just over 61 billion" for 61.4. It must round at
 * the number's last digit, on the side that the words state, and differ by less than 5 %. Excludes times and
 * bare numbers: "over 60" may be a person other than one aged 62.
 */
export function isRounded(text: string, wanted: Amount, bearings: readonly Bearing[]): boolean {
  const before = text.slice(Math.max(0, wanted.from - 28), wanted.from);
  const side = HEDGES.find(([, words]) => words.test(before))?.[0];
  if (side === undefined || !isMeasured(wanted)) return false;
  return bearings.some((bearing) =>
    bearing.amounts.some(
      (amount) =>
        isOfKind(amount, wanted, bearing) &&
        [...wanted.values].some((rough) => [...amount.values].some((exact) => rounds(exact, rough, side))),
    ),
  );
}

/** True for money, shares, lengths, and numbers from 1,000 on. */
function isMeasured({ unit, measure, values, clock, isNegative }: Amount): boolean {
  if (clock.size > 0 || isNegative || TIMES.test(measure ?? '')) return false;
  return unit !== null || measure !== undefined || [...values].some((value) => Number(value) >= 1000);
}

function isOfKind(amount: Amount, wanted: Amount, { whole, dates }: Bearing): boolean {
  if (amount.clock.size > 0 || amount.isNegative || YEAR.test(amount.written)) return false;
  if (dates.some(({ from, to }) => amount.from < to && amount.to > from)) return false;
  if (wanted.measure !== amount.measure && (wanted.measure ?? amount.measure) !== undefined) return false;
  return wanted.unit === null ? amount.unit === null : isSameUnit(amount.unit ?? unitsIn(whole), wanted.unit);
}

function rounds(exactly: string, roughly: string, side: 'over' | 'under' | 'about'): boolean {
  const [exact, rough] = [Number(exactly), Number(roughly)];
  const more = exact - rough;
  const most = Math.min(stepOf(roughly), rough * FARTHEST);
  if (!Number.isFinite(more) || more === 0) return false;
  if (side === 'over') return more > 0 && more < most;
  if (side === 'under') return more < 0 && -more < most;
  return Math.abs(more) <= Math.min(most, stepOf(roughly) / 2);
}

/** Place value of the last digit: 1,000 in 61,000, and 0.1 in 3.4. */
function stepOf(number: string): number {
  const [whole = '', decimals] = number.split('.');
  if (decimals !== undefined) return 10 ** -decimals.length;
  return 10 ** (/0*$/.exec(whole)?.[0].length ?? 0);
}
