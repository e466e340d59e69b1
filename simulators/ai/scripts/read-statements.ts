/** A statement as a second reader is shown it, with the quotes that it cites. */
export interface ShownStatement {
  readonly id: string;
  /** What stands in braces, if more of its line is shown. */
  readonly text: string;
  readonly cites: readonly string[];
  readonly quotes: readonly string[];
}

/** A verdict in one word, or the expression of a computed one. */
export type Said = 'supported' | 'contradicted' | 'not_said' | 'no_claim' | { readonly expression: string };

export type JudgeStatement = (statement: ShownStatement) => Said;

/** The answer of a second reader: ids by verdict, and `s1 = 6 * 8`. */
export interface Verdicts {
  readonly supported: string;
  readonly contradicted: string;
  readonly not_said: string;
  readonly no_claim: string;
  readonly computed: readonly string[];
}

/** Judges each of the statements in a request. */
export function verdictsOn(shown: string, judge: JudgeStatement): Verdicts {
  const said = statementsIn(shown).map((statement) => ({ id: statement.id, is: judge(statement) }));
  const idsOf = (verdict: Said): string => said.flatMap(({ id, is }) => (is === verdict ? id : [])).join(' ');
  return {
    supported: idsOf('supported'),
    contradicted: idsOf('contradicted'),
    not_said: idsOf('not_said'),
    no_claim: idsOf('no_claim'),
    computed: said.flatMap(({ id, is }) => (typeof is === 'string' ? [] : `${id} = ${is.expression}`)),
  };
}

/** The statements in a request. Throws if one cites a quote that isn't shown: a reader couldn't judge it. */
export function statementsIn(shown: string): ShownStatement[] {
  return framed(shown, 'statements').map((line) => {
    const [, id = '', text = '', cites = ''] = /^\[([ns]\d+)\] (.*) \(((?:[cq]\d+ ?)+)\)$/.exec(line) ?? [];
    if (id === '') throw new Error(`not a statement: ${line}`);
    const ids = cites.split(' ');
    return { id, text: /\{(.*)\}/.exec(text)?.[1] ?? text, cites: ids, quotes: quotesOf(shown, ids) };
  });
}

/** A brace that is none of a cell's. */
const BRACE = /(?<!\{)\{(?!\{)|(?<!\})\}(?!\})/g;

/** The sentences that a writer is asked to correct. */
export function doubtsIn(shown: string): ShownStatement[] {
  return framed(shown, 'sentences').map((line) => {
    const [, id = '', text = '', cites = ''] =
      /^\[(s\d+)\] (.*) \[((?:[cq]\d+(?:, )?)+)\] \([^()]*\)$/.exec(line) ?? [];
    if (id === '') throw new Error(`not a sentence: ${line}`);
    const ids = cites.split(', ');
    return { id, text: text.replace(BRACE, ''), cites: ids, quotes: quotesOf(shown, ids) };
  });
}

/** Says of each point in a request whether the text beside it has one of its longer words, in whatever form. */
export function pointsOn(shown: string): { readonly covered: string; readonly missing: string } {
  const text = framed(shown, 'text').join(' ').toLowerCase();
  const covered: string[] = [];
  const missing: string[] = [];
  for (const line of framed(shown, 'points')) {
    const [, id = '', point = ''] = /^\[(p\d+)\] (.+)$/.exec(line) ?? [];
    if (id === '') throw new Error(`not a point: ${line}`);
    const stems = (point.toLowerCase().match(/\p{L}{4,}/gu) ?? []).map((word) => word.slice(0, 4));
    (stems.some((stem) => text.includes(stem)) ? covered : missing).push(id);
  }
  return { covered: covered.join(' '), missing: missing.join(' ') };
}

function quotesOf(shown: string, ids: readonly string[]): string[] {
  const quotes = new Map(
    framed(shown, 'quotes').flatMap((line) => {
      const [, id, quote = ''] = /^\[([cq]\d+)\] “(.*?)”(?: \| beside: .*)?$/.exec(line) ?? [];
      return id === undefined ? [] : [[id, quote] as const];
    }),
  );
  return ids.map((id) => {
    const quote = quotes.get(id);
    if (quote === undefined) throw new Error(`the quote ${id} is not shown`);
    return quote;
  });
}

/** The lines in a frame of this name. */
function framed(shown: string, name: string): string[] {
  const [, , lines] = new RegExp(`<${name}-([\\w-]+)>\\n([\\s\\S]*?)\\n</${name}-\\1>`).exec(shown) ?? [];
  if (lines === undefined) throw new Error(`there is no frame ${name}`);
  return lines.split('\n');
}
