import { describe, expect, test } from 'vitest';
import { hasWords, markWords } from './mark-words.ts';

/** Puts matches in brackets. */
const marked = (text: string, query: string) =>
  markWords(text, query)
    .map((piece) => (piece.isMatch ? `[${piece.text}]` : piece.text))
    .join('');

describe('markWords', () => {
  test.each([
    ['Book the van', 'van', 'Book the [van]'],
    ['Advantage of vans', 'van', 'Advantage of [van]s'],
    ['Van, VAN and caravan', 'van', '[Van], [VAN] and caravan'],
    ['home contents insurance', 'insur hom', '[hom]e contents [insur]ance'],
    ['Crème brûlée', 'creme brul', '[Crème] [brûl]ée'],
    ['Creme brulee', 'Crème', '[Creme] brulee'],
    ['Cre\u0300me', 'creme', '[Cre\u0300me]'],
    ['all-risk', 'risk', 'all-[risk]'],
    ['给银行打电话', '银行', '给[银行]打电话'],
    ['an antelope', 'an ante', '[an] [ante]lope'],
    ['👍 van 👍', 'van', '👍 [van] 👍'],
    ['İstanbul van', 'van', 'İstanbul [van]'],
    ['<b>van</b>', 'van', '<b>[van]</b>'],
    ['a.b (c)', '.( *', 'a.b (c)'],
    ['nothing here', 'van', 'nothing here'],
    ['', 'van', ''],
    ['van', '', 'van'],
  ])('%j for %j: %j', (text, query, expected) => {
    expect(marked(text, query)).toBe(expected);
    // Nothing is lost or added.
    const pieces = markWords(text, query);
    expect(pieces.map((piece) => piece.text).join('')).toBe(text);
  });
});

test('hasWords: each search word must be a prefix of a word in the text', () => {
  expect(hasWords('Add a task', 'task add')).toBe(true);
  expect(hasWords('Add a task', 'task addd')).toBe(false);
  expect(hasWords('Add a task', '')).toBe(true);
});
