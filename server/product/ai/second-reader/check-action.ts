import { z } from 'zod';
import { oneLine } from '#server/lib/one-line.ts';
import type { ActionResult, ChatAction } from '../engine/action.ts';
import { checkerAction } from '../engine/chat-actions.ts';
import type { Seed } from '../engine/tool-spec.ts';
import { answerRoom, readingRoom } from '../models/context-room.ts';
import { estimateTokens } from '../models/estimate-tokens.ts';
import { CHECK_EXAMPLES } from '../prompts/examples/checking.ts';
import { frame } from '../prompts/frame-task.ts';
import { JSON_ALONE, materialRule, showExamples } from '../prompts/show-examples.ts';
import { quoteLines } from './quote-lines.ts';
import { repeatsQuote } from './repeats-quote.ts';
import { inItsLine, isDoubted, type Statement, type Verdict } from './verdict.ts';

/** Statements of one call: enough to share their quotes, few enough to be read carefully. */
const STATEMENTS_PER_CALL = 28;
/** Ids by verdict, with an expression now and then. */
const VERDICT_TOKENS = 400;

/** Ids in a string, not in a list: of what the calls cost, quotation marks and commas were a twentieth. */
const verdictsShape = z.object({
  supported: z.string(),
  contradicted: z.string(),
  not_said: z.string(),
  no_claim: z.string(),
  computed: z.array(z.string()),
});

/**
 * Splits statements into batches that fit a call and the reader's context: as few as possible, since each repeats the
 * rules, and of one size, since the longest is waited for.
 */
export function toBatches(statements: readonly Statement[], { windows }: Seed): Statement[][] {
  const room = readingRoom(windows.checker, answerRoom(VERDICT_TOKENS, windows.checker));
  const fewest = pack(statements, STATEMENTS_PER_CALL, room);
  const even = pack(statements, Math.ceil(statements.length / fewest.length), room);
  return even.length === fewest.length ? even : fewest;
}

function pack(statements: readonly Statement[], atMost: number, room: number): Statement[][] {
  const batches: Statement[][] = [];
  for (const statement of statements) {
    const last = batches.at(-1);
    const isFull =
      last === undefined ||
      last.length === atMost ||
      estimateTokens(linesOf([...last, statement]).join('\n')) > room;
    if (isFull) batches.push([statement]);
    else last.push(statement);
  }
  return batches;
}

/** Rules that are told where they apply: what every call repeats is what a second reader costs most. */
const ROWS = ' It may be rows of a result, r1: name="North", total=1200.5.';
const BRACES = 'A statement in {braces} may be cut from a sentence of its line: judge that whole sentence. ';

const restsOnResults = ({ claims }: Statement): boolean => claims.some(({ id }) => id.startsWith('q'));
const isInBraces = (statement: Statement): boolean => inItsLine(statement) !== statement.text;

/**
 * Asks a model whether statements follow from the quotes that they cite. It sees neither the task nor the person, and
 * can only answer ids.
 */
export function checkAction(id: string, batch: readonly Statement[], { key, windows }: Seed): ChatAction {
  const rules = `Find out which statements of a text its quotes don't bear out, so that the person can trust the rest. Use no knowledge of your own.

- A quote stands below the line that says what it is "of", with the words "beside" it, or the id of the quote that they are.${batch.some(restsOnResults) ? ROWS : ''}
- "supported": the quotes say as much or more, in whatever words or language. Numbers may be rounded.
- "contradicted": they say otherwise: a number, date, name or unit belongs to something else, figures are exchanged, a "not", an "at least", a "before" or a cause is turned round, or a possibility has become a fact.
- "not_said": they say nothing of it, or only a part.
- "computed": all is said but a figure that follows from theirs. Behind "=" the arithmetic, with + - * / and brackets, of their figures in plain digits and at most one factor between units; several with semicolons.
- "no_claim": it states nothing that a source could bear out: advice, an instruction, a question, the writer's opinion, that nothing is known, or a label, heading or lead-in that numbers or counts what follows.
- ${batch.some(isInBraces) ? BRACES : ''}Each id stands once.
${materialRule(key)}
${JSON_ALONE}

${showExamples(CHECK_EXAMPLES)}`;
  const [quotes, statements] = [quoteLines(batch), batch.map(statementLine)];
  return checkerAction({
    id,
    rules,
    ask: [frame('quotes', key, quotes), '', frame('statements', key, statements)].join('\n'),
    maxTokens: answerRoom(VERDICT_TOKENS, windows.checker),
    shape: { name: 'verdicts', schema: verdictsShape },
  });
}

/**
 * Reads the verdicts on a batch. Ids that it doesn't have are ignored; one with several verdicts has none; what repeats
 * its quote can't be doubted. Null if there was no answer.
 */
export function toVerdicts(
  batch: readonly Statement[],
  result: ActionResult,
): ReadonlyMap<string, Verdict> | null {
  if (!result.ok || result.kind !== 'chat') return null;
  const { computed, ...lists } = verdictsShape.parse(result.value);
  const given: [string, Verdict][] = [
    ...(['supported', 'contradicted', 'not_said', 'no_claim'] as const).flatMap((is) =>
      idsIn(lists[is]).map((id): [string, Verdict] => [id, { is }]),
    ),
    ...computed.map((each): [string, Verdict] => {
      const [id = '', ...expression] = each.split('=');
      return [idsIn(id)[0] ?? '', { is: 'computed', expression: expression.join('=') }];
    }),
  ];
  const verdicts = batch.flatMap((statement): [string, Verdict][] => {
    const own = given.filter(([each]) => each === statement.id);
    const [first] = own;
    if (!first || own.some(([, { is }]) => is !== first[1].is)) return [];
    return isDoubted(first[1]) && repeatsQuote(statement) ? [[statement.id, { is: 'supported' }]] : [first];
  });
  return new Map(verdicts);
}

const linesOf = (batch: readonly Statement[]): string[] => [
  ...quoteLines(batch),
  ...batch.map(statementLine),
];

const statementLine = (statement: Statement): string =>
  `[${statement.id}] ${oneLine(inItsLine(statement))} (${statement.claims.map(({ id }) => id).join(' ')})`;

const idsIn = (list: string): readonly string[] => list.match(/\b[ns]\d+\b/g) ?? [];
