import type { RunNotice } from '#domain/run/run-notices.ts';
import type { Claim } from './claim.ts';
import { createJudge, type JudgeOptions, type Settled } from './judge-sentences.ts';
import { needsSource } from './needs-source.ts';
import { plainSentence } from './read-lines.ts';

export interface CheckOptions extends JudgeOptions {
  /** Sources that are numbered already. */
  readonly numbered?: readonly string[];
}

export interface CheckedText {
  /** Markdown with `[1]` for each cited source and `[?]` after each unsupported sentence. */
  readonly markdown: string;
  /** Cited claims, in the order of first citation, also of sentences that only a second reader doubts. */
  readonly cited: readonly Claim[];
  /** Sources by number: the first is `[1]`. */
  readonly sources: readonly string[];
  /** Number of verifiable sentences. */
  readonly checked: number;
  /** Unsupported sentences as plain text. */
  readonly unverified: readonly string[];
  /**
   * Number of sentences in the body without citation or number: the writer's own words, which nobody has
   * checked.
   */
  readonly unsourced: number;
  /** Number of sentences left out because a figure in them can't be computed. */
  readonly leftOut: number;
}

/**
 * Verifies a writer's text against the claims that it cites, sentence by sentence. A citation is kept if the claim
 * exists, its quotes have the sentence's figures, and a second reader, if there was one, finds it in them. A writer
 * can't introduce an address, or a source that wasn't read.
 */
export function checkText(text: string, options: CheckOptions): CheckedText {
  const judge = createJudge(options);
  const cited = new Map<string, Claim>();
  const sources = [...(options.numbered ?? [])];
  const unverified: string[] = [];
  let checked = 0;
  let unsourced = 0;
  let leftOut = 0;
  const stating = { language: options.language, open: options.open ?? [] };

  const numberOf = (claim: Claim): number => {
    cited.set(claim.id, claim);
    if (!sources.includes(claim.source)) sources.push(claim.source);
    return sources.indexOf(claim.source) + 1;
  };

  const render = ({ sentence, ...said }: Settled): string => {
    if (said.is === 'not computed') leftOut += 1;
    if (sentence === null) return '';
    const { body, end, isHead } = sentence;
    if (said.is === 'own words') {
      if (!isHead && needsSource(body, stating)) unsourced += 1;
      return body + end;
    }
    checked += 1;
    const numbers = [...new Set(said.claims.map(numberOf))].toSorted((a, b) => a - b);
    if (said.is === 'supported') return `${body}${numbers.map((number) => `[${number}]`).join('')}${end}`;
    unverified.push(plainSentence(body));
    return `${body} [?]${end}`;
  };

  const lines = judge.settled(text).flatMap(({ mark, sentences }) => {
    const words = sentences.map(render).join('');
    // A heading, item or row of which everything was cut is cut too.
    return sentences.length > 0 && words.trim() === '' ? [] : [(mark + words).trimEnd()];
  });
  const markdown = lines.join('\n').replace(/\n{3,}/g, '\n\n');
  return { markdown, cited: [...cited.values()], sources, checked, unverified, unsourced, leftOut };
}

/** Notice for sentences that were left out. */
export const notComputed = ({ leftOut }: Pick<CheckedText, 'leftOut'>): RunNotice[] =>
  leftOut > 0 ? [{ key: 'sentences_left_out', params: { count: leftOut } }] : [];
