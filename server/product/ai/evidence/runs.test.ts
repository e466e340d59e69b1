import { describe, expect, it } from 'vitest';
import { PROMPT_SEED } from '#tests/worlds/all-prompts.ts';
import { claimOf, judgeText } from '#tests/worlds/judged-text.ts';
import { checkAction } from '../second-reader/check-action.ts';
import { correctAction } from '../second-reader/correct-action.ts';
import type { Verdict } from '../second-reader/verdict.ts';
import type { Reading } from './judge-sentences.ts';

/** Sentences that the platform cuts in two, in a language whose abbreviations nobody has listed. */

const OPTIONS = {
  claims: [
    claimOf('c1', 'Sąd skazał człowieka, którego bronił mec. Tarn'),
    claimOf('c2', 'Instalacja kosztuje 500 tyś. Euro i 20 godz. pracy'),
  ],
  language: 'pl',
  given: [],
  today: '2026-10-23',
};

function readBy(text: string, given: Partial<Reading> = {}) {
  const { judge, ...checked } = judgeText(text, OPTIONS, given);
  const lines = (prompt: { messages: readonly { content: string }[] }, frame: string): string[] => {
    const shown = prompt.messages.at(-1)?.content.split(`<${frame}-`)[1] ?? '';
    return shown.split('\n').slice(1, -1);
  };
  return {
    ...checked,
    statements: lines(checkAction('check:1', judge.statements(text), PROMPT_SEED), 'statements'),
    doubts: lines(
      correctAction(judge.doubts(text), { seed: PROMPT_SEED, language: 'pl' }),
      'sentences',
    ).filter((line) => line.startsWith('[')),
    corrected: judge.corrected(text),
  };
}

const said = (verdicts: Readonly<Record<string, Verdict['is']>>): ReadonlyMap<string, Verdict> =>
  new Map(
    Object.entries(verdicts).map(([id, is]) => [id, is === 'computed' ? { is, expression: '' } : { is }]),
  );

const DENIED = 'Sąd nie skazał człowieka, którego bronił mec. Tarn [c1].';
const PRICED = 'Instalacja kosztuje 500 tyś. Euro i 20 godz. Pracy [c2].';

describe('what stands before a citation', () => {
  it('is shown with it, since it may be the first half of its sentence', () => {
    expect(readBy(DENIED).statements).toEqual([
      '[s1] {Sąd nie skazał człowieka, którego bronił mec.} Tarn. (c1)',
      '[s2] Sąd nie skazał człowieka, którego bronił mec. {Tarn.} (c1)',
    ]);
    expect(readBy(PRICED).statements).toEqual([
      '[s1] {Instalacja kosztuje 500 tyś.} Euro i 20 godz. Pracy. (c2)',
      '[s2] Instalacja kosztuje 500 tyś. {Euro i 20 godz.} Pracy. (c2)',
      '[s3] Instalacja kosztuje 500 tyś. Euro i 20 godz. {Pracy.} (c2)',
    ]);
  });

  it('reaches back to the last citation, or what ends otherwise than with a full stop', () => {
    expect(readBy(`${DENIED} ${DENIED}`).statements).toHaveLength(4);
    expect(readBy(`${DENIED} ${DENIED}`).statements[3]).toMatch(
      /^\[s4\] Sąd nie .* mec\. \{Tarn\.\} \(c1\)$/,
    );
    expect(readBy('Naprawdę? Tarn zapłacił [c1].').statements).toEqual(['[s2] Tarn zapłacił. (c1)']);
  });

  it('is left unmarked where a second reader supports it, and code finds its figures', () => {
    const all = said({ s1: 'supported', s2: 'supported', s3: 'supported' });
    expect(readBy(PRICED, { verdicts: all }).unverified).toEqual([]);
    expect(readBy(PRICED.replace('500', '700'), { verdicts: all }).unverified).toHaveLength(1);
    expect(readBy(PRICED).unverified).toHaveLength(2);
  });
});

describe('a sentence in parts that is doubted', () => {
  const verdicts = said({ s2: 'contradicted' });
  const corrections = new Map([['s2', 'Sąd skazał człowieka, którego bronił mec. Tarn [c1].']]);

  it('goes back to its writer as a whole', () => {
    expect(readBy(DENIED, { verdicts }).doubts).toEqual([
      '[s2] Sąd nie skazał człowieka, którego bronił mec. {Tarn.} [c1] (the quotes say otherwise)',
    ]);
    expect(readBy(PRICED, { verdicts: said({ s1: 'not_said', s3: 'supported' }) }).doubts).toEqual([
      '[s3] {Instalacja kosztuje 500 tyś.} Euro i 20 godz. Pracy. [c2] (the quotes do not say it)',
    ]);
  });

  it('is replaced as a whole once its correction was read again', () => {
    const { corrected } = readBy(DENIED, { verdicts, corrections });
    expect(corrected).toMatchObject([
      { id: 's2', before: 'Sąd skazał człowieka, którego bronił mec.', text: 'Tarn.' },
    ]);
    const again = said({ s2: 'supported' });
    expect(readBy(`Oto wyrok:\n\n${DENIED}`, { verdicts: said({ s3: 'contradicted' }) }).unverified).toEqual([
      'Tarn.',
    ]);
    expect(readBy(DENIED, { verdicts, corrections, again }).markdown).toBe(
      'Sąd skazał człowieka, którego bronił mec. Tarn.[1]',
    );
  });

  it('is cut as a whole, and marked where its correction is doubted, too', () => {
    const both = `${DENIED} ${PRICED}`;
    const cut = readBy(both, {
      verdicts: said({ s2: 'contradicted', s3: 'supported', s4: 'supported', s5: 'supported' }),
      corrections: new Map([['s2', '']]),
    });
    expect(cut.markdown).toBe('Instalacja kosztuje 500 tyś. Euro i 20 godz. Pracy.[1]');
    const insists = readBy(DENIED, { verdicts, corrections, again: said({ s2: 'contradicted' }) });
    expect(insists.markdown).toBe('Sąd nie skazał człowieka, którego bronił mec. Tarn. [?]');
  });
});
