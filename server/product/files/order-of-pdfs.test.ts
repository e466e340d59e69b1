import { describe, expect, it } from 'vitest';
import { type GlyphRun, lettersOf, makeGlyphPdf } from '#tests/fixtures/make-glyph-pdf.ts';
import { readPdf } from './child/read-pdf.ts';

const linesOf = async (runs: readonly GlyphRun[]): Promise<string[]> =>
  (await readPdf(makeGlyphPdf(runs))).pages.join('\f').split('\n');

/** A line of text at a place; letters are half as wide as high. */
const line = (x: number, y: number, text: string, size = 12): GlyphRun => ({
  x,
  y,
  glyphs: lettersOf(text),
  size,
});
const below = (x: number, y: number, texts: readonly string[], size = 12): GlyphRun[] =>
  texts.map((text, at) => line(x, y - at * size * 1.25, text, size));

const LEFT = [
  'Each tenant pays the rent of a month',
  'before its third day, as the contract',
  'says, by a transfer to the bank of it',
  'that is told here, without any fees of',
  'another bank, or in cash in the office.',
];
const RIGHT = [
  'Every resident keeps the stairs clean in',
  'the week that is told on the board in the',
  'hall, and sweeps the yard before Sunday,',
  'when it has snowed also the way from the',
  'gate to the street, in time for the post.',
];

describe('two columns', () => {
  it('keep a heading of one apart from a line of the other', async () => {
    const drawn = [line(60, 670, 'Rent'), ...below(60, 630, LEFT), ...below(330, 700, RIGHT)];
    expect(await linesOf(drawn)).toEqual(['Rent', ...LEFT, ...RIGHT]);
  });

  it('lose no line beside a large letter', async () => {
    const drawn = [line(40, 664, 'W', 48), ...below(70, 700, LEFT), ...below(330, 700, RIGHT)];
    expect((await linesOf(drawn)).toSorted()).toEqual([`W${LEFT[0]}`, ...LEFT.slice(1), ...RIGHT].toSorted());
  });

  it('keep the end of one apart from notes below the other', async () => {
    const end = ['The rest is paid to the tenant in May,', 'by the bank.'];
    const notes = ['See the office.', 'Fees are those that the bank has told,', 'and no others.'];
    const drawn = [...below(60, 700, end), ...below(330, 715, notes)];
    expect(await linesOf(drawn)).toEqual([...end, ...notes]);
  });

  it('have a word whole that goes on in the next one', async () => {
    const drawn = [
      ...below(60, 700, [...LEFT.slice(0, 4), 'another bank, or in cash in the of-']),
      ...below(330, 700, ['fice of the house, as is told below.', ...RIGHT.slice(1)]),
    ];
    expect((await linesOf(drawn)).join(' ')).toContain('in cash in the office of the house');
  });
});

describe('a large first letter', () => {
  it('is with its word', async () => {
    const drawn = [
      ...below(98, 700, ['he rent is due on the first day of', 'each month, and is paid by transfer']),
      line(70, 674, 'T', 48),
      line(70, 660, 'to the bank that is told in the contract.'),
    ];
    expect((await linesOf(drawn))[0]).toBe('The rent is due on the first day of');
  });
});

describe('marks of a list', () => {
  it('are with their lines, if they are drawn after all of them', async () => {
    const texts = ['The rent is due in May.', 'Pets are allowed here.', 'Noise is to be avoided.'];
    const drawn = [
      line(40, 700, 'The tenant of the house agrees to this:'),
      ...below(70, 685, texts),
      ...['1.', '(b)', '•'].map((mark, at) => line(66 - mark.length * 6, 685 - at * 15, mark)),
    ];
    expect(await linesOf(drawn)).toEqual([
      'The tenant of the house agrees to this:',
      `1. ${texts[0]}`,
      `(b) ${texts[1]}`,
      `• ${texts[2]}`,
    ]);
  });

  it('are no words that end a line beside the next column', async () => {
    const [first = '', second = '', ...others] = LEFT;
    const drawn = [
      line(60, 700, first),
      line(60, 685, second),
      line(292, 685, 'a'),
      ...below(60, 670, others),
      ...below(306, 700, RIGHT),
    ];
    const lines = (await linesOf(drawn)).map((each) => each.replace('\t', ' '));
    expect(lines).toEqual([first, `${second} a`, ...others, ...RIGHT]);
  });
});

describe('a filled form whose values are drawn after its labels', () => {
  it('has each value beside its label', async () => {
    const fields = [
      ['Surname', 'Okonkwo'],
      ['First name', 'Adaeze'],
      ['Plate', 'AB 123 CD'],
      ['Income', '3,250.00'],
    ] as const;
    const drawn = [
      ...fields.map(([label], at) => line(60, 700 - at * 30, label)),
      ...fields.map(([, value], at) => line(170, 698.6 - at * 30, value, 15)),
    ];
    expect(await linesOf(drawn)).toEqual(fields.map((field) => field.join('\t')));
  });
});

describe('a row of a table with a cell of several lines', () => {
  it('has the cells that are drawn after that one', async () => {
    const drawn = [
      line(60, 730, 'Opening balance'),
      line(420, 730, '1,500.00'),
      line(60, 715, '01.03.2026'),
      line(150, 715, 'Card payment'),
      line(150, 700, 'REF 99'),
      line(150, 685, 'Bath branch'),
      line(320, 715, '373.15'),
      line(420, 715, '1,126.85'),
      line(60, 670, '02.03.2026'),
      line(150, 670, 'Salary'),
      line(320, 670, '24.62'),
      line(420, 670, '1,151.47'),
    ];
    expect(await linesOf(drawn)).toEqual([
      'Opening balance\t1,500.00',
      '01.03.2026\tCard payment\t373.15\t1,126.85',
      'REF 99',
      'Bath branch',
      '02.03.2026\tSalary\t24.62\t1,151.47',
    ]);
  });
});
