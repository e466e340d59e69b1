import { describe, expect, it } from 'vitest';
import { findWords, type TextPiece } from './find-words.ts';

const line = (str: string, dir = 'ltr'): TextPiece => ({ str, dir, hasEOL: true });
const piece = (str: string, dir = 'ltr'): TextPiece => ({ str, dir, hasEOL: false });

/** The text of each part that was found. */
function found(pieces: readonly TextPiece[], ...quotes: string[]): string[] {
  return findWords(pieces, quotes).map(({ piece: at, from, to }) => pieces[at]?.str.slice(from, to) ?? '');
}

describe('the words of a quote are found on a page', () => {
  it('over line ends and divided words', () => {
    const page = [
      line('Before it. The responsi-'),
      line('bility of the tenant re\u00ad'),
      line('mains. After it.'),
    ];
    expect(found(page, 'The responsibility of the tenant remains.')).toEqual([
      'The responsi',
      'bility of the tenant re',
      'mains',
    ]);
  });

  it('with ligatures, whether the page names them or not', () => {
    expect(found([line('Our oﬃce staﬀ oﬀered eﬃcient help.')], 'office staff offered efficient')).toEqual([
      'oﬃce staﬀ oﬀered eﬃcient',
    ]);
    expect(
      found(
        [line('The o\0ce opens at nine, and its sta\0 answers.')],
        'The office opens at nine, and its staff answers',
      ),
    ).toEqual(['The o\0ce opens at nine, and its sta\0 answers']);
  });

  it('with typographic quotes, dashes and spaces, and the bars between cells', () => {
    expect(found([line('He said: “it’s 1,200.50 –  net”')], '"it\'s 1,200.50 - net"')).toEqual([
      'it’s 1,200.50 –  net',
    ]);
    expect(found([piece('North'), piece(' '), piece('1,240')], 'North | 1,240')).toEqual(['North', '1,240']);
  });

  it('in Arabic, of which Chromium tells the pieces of a line from left to right, in the forms that they are drawn in', () => {
    const page = [
      ...['ر', 'ﺎ', 'ﺠ', 'ﻳ', 'ﻹ', 'ا'].map((letter) => piece(letter, 'rtl')),
      piece(' '),
      ...['ﻊ', 'ﻓ', 'ﺪ', 'ﻳ'].map((letter) => piece(letter, 'rtl')),
      line(''),
    ];
    expect(found(page, 'يدفع الإيجار')).toHaveLength(10);
  });

  it('in Hebrew words that are told from left to right', () => {
    const page = ['דיחוי', ' ', 'ללא', ' ', 'הדירה', ' ', 'שכר', ' ', 'ישלם'].map((word) =>
      piece(word, 'rtl'),
    );
    expect(found(page, 'ישלם שכר הדירה')).toEqual(['ישלם', 'שכר', 'הדירה']);
  });

  it('in Thai, of which the page may lack vowel signs', () => {
    expect(found([line('ก่อน ผูเชาตองชาระคาเชา หลัง')], 'ผู้เช่าต้องชำระค่าเช่า')).toEqual(['ผูเชาตองชาระคาเชา']);
  });

  it('in Chinese, over line ends', () => {
    expect(
      found([line('承租人应当在每月第一天支付'), line('当月租金，不得迟延。')], '每月第一天支付当月租金'),
    ).toEqual(['每月第一天支付', '当月租金']);
  });

  it('where they are to the letter, though something like them comes before', () => {
    expect(
      found([line('The rent is 1240 euros.'), line('The rent is 1340 euros.')], 'The rent is 1340 euros'),
    ).toEqual(['The rent is 1340 euros']);
  });

  it('only if they are there', () => {
    expect(
      found([line('The landlord pays for repairs of the roof.')], 'The tenant may keep two cats'),
    ).toEqual([]);
    expect(found([], 'The tenant may keep two cats')).toEqual([]);
    expect(found([line('Anything')], '…')).toEqual([]);
  });
});
