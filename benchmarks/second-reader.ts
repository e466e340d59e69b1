import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { LANGUAGE_CODES } from '#domain/languages.ts';
import { systemClock } from '#server/lib/clock.ts';
import { silentLog } from '#server/lib/log.ts';
import { PATIENCE } from '#server/product/ai/engine/effects.ts';
import { performAction } from '#server/product/ai/engine/perform-action.ts';
import type { Seed } from '#server/product/ai/engine/tool-spec.ts';
import { backsFigures } from '#server/product/ai/evidence/backs-figures.ts';
import { wholeDates } from '#server/product/ai/evidence/numbers-in.ts';
import { WIDE } from '#server/product/ai/models/context-windows.ts';
import { checkAction, toBatches, toVerdicts } from '#server/product/ai/second-reader/check-action.ts';
import { isDoubted, type Statement, type Verdict } from '#server/product/ai/second-reader/verdict.ts';
import { createOpenAiCompatibleTextModel } from '#server/providers/text-model/openai-compatible.ts';
import { createMemoryJournal } from '#tests/engines/memory-journal.ts';
import { toolContext } from '#tests/worlds/tool-attempt.ts';

/**
 * Has a model read pairs of a sentence and its quote, and counts the false ones that it doubts and the true ones that
 * it doubts wrongly: `AI_BASE_URL=… AI_API_KEY=… node benchmarks/second-reader.ts MODEL [known|held-out|further]`. Costs
 * some tens of calls.
 */

/** How a true sentence differs from its quote; of several, the kind that is hardest to follow. */
const SAME_KINDS = [
  /** It says it in synonyms, in another order or in another language. */
  'other words',
  /** It tells it from the other side: bought for sold, "only from nine" for "not before nine". */
  'from the other side',
  /** A "not", "no" or "without" stays one. */
  'negation kept',
  /** A figure, date, time or unit is written otherwise or rounded: 24 months are two years. */
  'converted or rounded',
  /** It follows from figures or facts: a majority from 61 %, "longer" from 85 and 81 years. */
  'concluded',
  /** The quote says different things of different subjects, and each keeps its own. */
  'kept apart',
] as const;

/** What is turned round in a false one. */
const OPPOSITE_KINDS = [
  /** It rises instead of falling, or is more than before instead of less. */
  'direction',
  /** At least and at most, more than and fewer than, no earlier and no later. */
  'bound',
  /**
   * What isn't there is there, "without" is "with", or the reverse. In the further set no "not" is put in or left out:
   * a bid that was withdrawn still stands.
   */
  'negation',
  /** The figure has another unit: minutes are hours, kilometres are metres. */
  'unit',
  /** What is forbidden is allowed, or a duty is none. */
  'permission',
] as const;

/** What another false one says that its quote doesn't. */
const OTHER_KINDS = [
  /** Two figures of the quote have changed places. */
  'figures exchanged',
  /** One figure is another: of another year or thing in the quote, computed wrongly, or of nothing in it. */
  'another figure',
  /** One person, place, organisation or thing is another, in the quote or not. */
  'another name',
  /** A cause or purpose is added, turned round, or another than the quote's. */
  'cause',
  /** What may be, is planned, estimated or alleged is so, or will be. */
  'possibility',
  /** A condition or restriction is left out, so that it says more than its quote. */
  'condition',
] as const;

const pair = z.strictObject({
  language: z.enum(LANGUAGE_CODES),
  /** The language of the quote. */
  of: z.enum(LANGUAGE_CODES),
  sentence: z.string(),
  quote: z.string(),
});
const pairs = z.array(
  z.discriminatedUnion('says', [
    pair.extend({ says: z.literal('the same'), kind: z.enum(SAME_KINDS) }),
    pair.extend({ says: z.literal('the opposite'), kind: z.enum(OPPOSITE_KINDS) }),
    pair.extend({ says: z.literal('something else'), kind: z.enum(OTHER_KINDS) }),
  ]),
);
type Pair = z.output<typeof pairs>[number];

const [model, which = 'held-out'] = process.argv.slice(2);
const baseUrl = process.env['AI_BASE_URL'];
if (!model || !baseUrl || !/^(?:known|held-out|further)$/.test(which)) {
  process.stderr.write(
    'AI_BASE_URL=… [AI_API_KEY=…] node benchmarks/second-reader.ts MODEL [known|held-out|further]\n',
  );
  process.exit(1);
}

const all = pairs.parse(
  JSON.parse(readFileSync(new URL(`second-reader/${which}.json`, import.meta.url), 'utf8')),
);
const seed: Seed = { today: '2026-11-27', key: 'k', windows: WIDE, checks: true };
const effects = {
  textModel: createOpenAiCompatibleTextModel({ baseUrl, apiKey: process.env['AI_API_KEY'], log: silentLog }),
  models: { planner: model, reader: model, writer: model, checker: model, viewer: null },
  windowOf: () => Number.POSITIVE_INFINITY,
  search: null,
  pages: null,
  clock: systemClock,
  patience: PATIENCE,
};

const statements: Statement[] = all.map(({ sentence, quote }, at) => ({
  id: `s${at + 1}`,
  text: sentence,
  claims: [{ id: `c${at + 1}`, quote, around: quote }],
}));
const given = { texts: [], dates: wholeDates([seed.today]) };
const doubted = new Map<string, boolean>();
const failures: string[] = [];
for (const [at, batch] of toBatches(statements, seed).entries()) {
  const context = toolContext({ journal: createMemoryJournal() });
  const result = await performAction(checkAction(`check:${at + 1}`, batch, seed), effects, context);
  if (!result.ok) failures.push(`${batch.length} (${result.why})`);
  const verdicts = toVerdicts(batch, result) ?? new Map<string, Verdict>();
  for (const statement of batch) {
    const verdict = verdicts.get(statement.id);
    if (verdict !== undefined)
      doubted.set(statement.id, isDoubted(verdict) || failsToCompute(statement, verdict));
  }
}

/** True if the product marks a sentence because the expression that its second reader names doesn't yield its figures. */
function failsToCompute({ text, claims }: Statement, verdict: Verdict): boolean {
  const sentence = { body: text, computed: [] };
  return verdict.is === 'computed' && !backsFigures(sentence, { claims, given, verdict });
}

/** The 95 % interval of a proportion by Wilson (1927), which holds for few and for extreme ones. */
function wilson(hits: number, of: number): string {
  if (of === 0) return '-';
  const z2 = 1.96 ** 2;
  const share = hits / of;
  const middle = (share + z2 / (2 * of)) / (1 + z2 / of);
  const reach = (1.96 * Math.sqrt((share * (1 - share)) / of + z2 / (4 * of ** 2))) / (1 + z2 / of);
  const percent = (value: number): string => (100 * Math.min(1, Math.max(0, value))).toFixed(0);
  return `${hits} of ${of}, ${percent(share)} % (${percent(middle - reach)}-${percent(middle + reach)})`;
}

function row(name: string, some: readonly Pair[]): Record<string, string> {
  const read = some.flatMap((each) => {
    const isDoubtful = doubted.get(`s${all.indexOf(each) + 1}`);
    return isDoubtful === undefined ? [] : [{ isFalse: each.says !== 'the same', isDoubtful }];
  });
  const count = (isFalse: boolean): string => {
    const kind = read.filter((each) => each.isFalse === isFalse);
    return wilson(kind.filter(({ isDoubtful }) => isDoubtful).length, kind.length);
  };
  return { of: name, caught: count(true), 'false alarms': count(false) };
}

const languages = [...new Set(all.map(({ language }) => language))];
const kinds = [...OPPOSITE_KINDS, ...OTHER_KINDS, ...SAME_KINDS].filter((name) =>
  all.some(({ kind }) => kind === name),
);
const translated = (each: Pair): boolean => each.language !== each.of;
const rowsBy = (key: 'language' | 'kind', names: readonly string[]): Record<string, string>[] =>
  names.map((name) =>
    row(
      name,
      all.filter((each) => each[key] === name),
    ),
  );
const unread = failures.length > 0 ? `; in failed calls: ${failures.join(', ')}` : '';
process.stdout.write(`${model}: ${doubted.size} of ${all.length} pairs read${unread}\n`);
console.table([
  row('all', all),
  row(
    'quote in its language',
    all.filter((each) => !translated(each)),
  ),
  row('quote in another', all.filter(translated)),
  ...rowsBy('language', languages),
  ...rowsBy('kind', kinds),
]);
