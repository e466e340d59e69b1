import type { Claim } from './claim.ts';
import { COMPUTATION, type ComputedFigure, computeFigure } from './compute-figure.ts';
import type { ReadSentence } from './read-lines.ts';

/** Placeholder for a figure while sentences are split: the dot of `c3.2` would end one. */
const FIRST = 0xf0000;
const HELD = /[\u{f0000}-\u{fffff}]/gu;

interface Filler {
  /** Computes the figures of a text, and puts a placeholder for each. */
  readonly hold: (text: string) => string;
  /** Puts the figures into a sentence, which then also cites the claims that they rest on. */
  readonly fill: <Sentence extends Pick<ReadSentence, 'body' | 'ids' | 'computed'>>(
    sentence: Sentence,
  ) => Sentence;
}

/** Fills in the figures that a writer has code compute. */
export function fillFigures(claims: ReadonlyMap<string, Claim>, language: string): Filler {
  const figures: (ComputedFigure | null)[] = [];
  return {
    hold: (text) =>
      text
        .replace(HELD, '')
        .replace(COMPUTATION, (_whole, computation: string) =>
          String.fromCodePoint(FIRST + figures.push(computeFigure(computation, claims, language)) - 1),
        ),
    fill(sentence) {
      const own = (sentence.body.match(HELD) ?? []).map(
        (held) => figures[(held.codePointAt(0) ?? 0) - FIRST] ?? null,
      );
      if (own.length === 0) return sentence;
      const known = own.filter((figure) => figure !== null);
      if (known.length < own.length) return { ...sentence, computed: null };
      let at = 0;
      const body = sentence.body.replace(HELD, () => known[at++]?.shown ?? '');
      const ids = [...new Set([...sentence.ids, ...known.flatMap((figure) => figure.ids)])];
      return { ...sentence, body, ids, computed: known.map(({ shown }) => shown) };
    },
  };
}
