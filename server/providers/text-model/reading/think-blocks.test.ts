import { describe, expect, it } from 'vitest';
import { createThinkFilter } from './think-blocks.ts';

const HIDDEN = 'Let me see: {"claims":[]} is the form. The answer is 4';

interface Options {
  readonly holds?: boolean;
  readonly isThoughtWhenCut?: boolean;
  readonly isCut?: boolean;
}

/** Filters a text in chunks of this many characters and returns what a reader sees. */
function filter(
  text: string,
  size: number,
  { holds = false, isThoughtWhenCut = true, isCut = false }: Options = {},
) {
  let shown = '';
  let voided = 0;
  const streamed: string[] = [];
  const blocks = createThinkFilter({
    holds,
    isThoughtWhenCut,
    onVoid() {
      voided += 1;
      shown = '';
    },
  });
  const take = (piece: string): void => {
    shown += piece;
    streamed.push(piece);
  };
  for (let at = 0; at < text.length; at += size) take(blocks.push(text.slice(at, at + size)));
  take(blocks.end(isCut));
  return { shown, voided, streamed: streamed.join(''), thought: blocks.thought, marks: blocks.marks };
}

/** Chunk sizes, down to single characters. */
const SIZES = [1, 2, 3, 5, 7, 8, 9, 13, 64, 10_000];

describe.each(SIZES)('a text in pieces of %i', (size) => {
  it.each([
    ['<think>', '</think>'],
    ['<thinking>', '</thinking>'],
    ['<thought>', '</thought>'],
    ['[THINK]', '[/THINK]'],
    ['\n <think>\n', '\n</think>\n\n'],
  ])('loses its leading block in %s', (open, close) => {
    const { streamed, thought } = filter(`${open}${HIDDEN}${close}Four.`, size);
    expect({ streamed, thought }).toEqual({ streamed: 'Four.', thought: true });
  });

  it('loses several blocks, and an empty one', () => {
    const text = `<think>\n\n</think>\n\n<think>${HIDDEN}</think>\nFour, <b>really</b>.`;
    expect(filter(text, size).streamed).toBe('Four, <b>really</b>.');
  });

  it.each([
    'Four.',
    '  <b>Four</b> <think about it',
    '<thi',
    'The tag <think> opens a block and </think> closes it.',
    '[THIN ice] ahead',
  ])('is kept where it has none: %s', (text) => {
    const { streamed, thought, voided } = filter(text, size);
    expect({ streamed, thought, voided }).toEqual({ streamed: text, thought: false, voided: 0 });
  });

  it('with only a closing tag shows nothing before it, if held back', () => {
    const { streamed, marks } = filter(`${HIDDEN}\n</think>\n\nFour.`, size, { holds: true });
    expect({ streamed, marks }).toEqual({ streamed: 'Four.', marks: 'closing' });
  });

  it('without any tag is shown at its end, if held back', () => {
    const { shown, marks } = filter('Four.', size, { holds: true });
    expect({ shown, marks }).toEqual({ shown: 'Four.', marks: 'none' });
  });

  it('that is truncated before any tag counts as thinking the first time, and as text after that', () => {
    const cut = { holds: true, isCut: true };
    expect(filter(HIDDEN, size, cut)).toMatchObject({ shown: '', marks: 'unsure', thought: true });
    expect(filter(HIDDEN, size, { ...cut, isThoughtWhenCut: false }).shown).toBe(HIDDEN);
  });

  it('is voided up to a closing tag on its own line', () => {
    const { shown, voided, marks } = filter(`${HIDDEN}\n</think>\n\nFour.`, size);
    expect({ shown, voided, marks }).toEqual({ shown: 'Four.', voided: 1, marks: 'closing' });
  });

  it('that is truncated inside its block has no text', () => {
    expect(filter(`<think>${HIDDEN}`, size, { isCut: true }).streamed).toBe('');
  });
});

it('in single characters takes linear time', () => {
  const long = 'A thought that never ends. '.repeat(10_000);
  const { shown, marks } = filter(`${long}\n</think>\nFour.`, 1, { holds: true });
  expect({ shown, marks }).toEqual({ shown: 'Four.', marks: 'closing' });
}, 5_000);

it('with endless white space takes linear time, and passes it on before a text', () => {
  const blank = ' '.repeat(100_000);
  expect(filter(`${blank}Four.`, 1).shown).toBe(`${blank}Four.`);
  expect(filter(`${blank}<think>x</think>${blank}Four.`, 1).shown).toBe('Four.');
}, 5_000);

it('learns nothing about tags from a truncated text', () => {
  const { marks } = filter(HIDDEN, 5, { holds: true, isThoughtWhenCut: false, isCut: true });
  expect(marks).toBeNull();
});
