import { describe, expect, it } from 'vitest';
import { type GlyphRun, makeGlyphPdf } from '#tests/fixtures/make-glyph-pdf.ts';
import { LEFT_COLUMN, lineAt, linesBelow, RIGHT_COLUMN } from '#tests/fixtures/placed-text.ts';
import { readPdf } from './child/read-pdf.ts';

const linesOf = async (runs: readonly GlyphRun[]): Promise<string[]> =>
  (await readPdf(makeGlyphPdf(runs))).pages.join('\f').split('\n');

describe('two columns', () => {
  it('keep a heading of one apart from a line of the other', async () => {
    const drawn = [
      lineAt(60, 670, 'Rent'),
      ...linesBelow(60, 630, LEFT_COLUMN),
      ...linesBelow(330, 700, RIGHT_COLUMN),
    ];
    expect(await linesOf(drawn)).toEqual(['Rent', ...LEFT_COLUMN, ...RIGHT_COLUMN]);
  });

  it('lose no line beside a large letter', async () => {
    const drawn = [
      lineAt(40, 664, 'W', 48),
      ...linesBelow(70, 700, LEFT_COLUMN),
      ...linesBelow(330, 700, RIGHT_COLUMN),
    ];
    expect((await linesOf(drawn)).toSorted()).toEqual(
      [`W${LEFT_COLUMN[0]}`, ...LEFT_COLUMN.slice(1), ...RIGHT_COLUMN].toSorted(),
    );
  });

  it('keep the end of one apart from notes below the other', async () => {
    const end = ['The rest is paid to the tenant in May,', 'by the bank.'];
    const notes = ['See the office.', 'Fees are those that the bank has told,', 'and no others.'];
    const drawn = [...linesBelow(60, 700, end), ...linesBelow(330, 715, notes)];
    expect(await linesOf(drawn)).toEqual([...end, ...notes]);
  });

  it('have a word whole that goes on in the next one', async () => {
    const drawn = [
      ...linesBelow(60, 700, [...LEFT_COLUMN.slice(0, 4), 'another bank, or in cash in the of-']),
      ...linesBelow(330, 700, ['fice of the house, as is told below.', ...RIGHT_COLUMN.slice(1)]),
    ];
    expect((await linesOf(drawn)).join(' ')).toContain('in cash in the office of the house');
  });
});

describe('a large first letter', () => {
  it('is with its word', async () => {
    const drawn = [
      ...linesBelow(98, 700, ['he rent is due on the first day of', 'each month, and is paid by transfer']),
      lineAt(70, 674, 'T', 48),
      lineAt(70, 660, 'to the bank that is told in the contract.'),
    ];
    expect((await linesOf(drawn))[0]).toBe('The rent is due on the first day of');
  });
});

describe('marks of a list', () => {
  it('are with their lines, if they are drawn after all of them', async () => {
    const texts = ['The rent is due in May.', 'Pets are allowed here.', 'Noise is to be avoided.'];
    const drawn = [
      lineAt(40, 700, 'The tenant of the house agrees to this:'),
      ...linesBelow(70, 685, texts),
      ...['1.', '(b)', '•'].map((mark, at) => lineAt(66 - mark.length * 6, 685 - at * 15, mark)),
    ];
    expect(await linesOf(drawn)).toEqual([
      'The tenant of the house agrees to this:',
      `1. ${texts[0]}`,
      `(b) ${texts[1]}`,
      `• ${texts[2]}`,
    ]);
  });

  it('are no words that end a line beside the next column', async () => {
    const [first = '', second = '', ...others] = LEFT_COLUMN;
    const drawn = [
      lineAt(60, 700, first),
      lineAt(60, 685, second),
      lineAt(292, 685, 'a'),
      ...linesBelow(60, 670, others),
      ...linesBelow(306, 700, RIGHT_COLUMN),
    ];
    const lines = (await linesOf(drawn)).map((each) => each.replace('\t', ' '));
    expect(lines).toEqual([first, `${second} a`, ...others, ...RIGHT_COLUMN]);
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
      ...fields.map(([label], at) => lineAt(60, 700 - at * 30, label)),
      ...fields.map(([, value], at) => lineAt(170, 698.6 - at * 30, value, 15)),
    ];
    expect(await linesOf(drawn)).toEqual(fields.map((field) => field.join('\t')));
  });
});

describe('a row of a table with a cell of several lines', () => {
  it('has the cells that are drawn after that one', async () => {
    const drawn = [
      lineAt(60, 730, 'Opening balance'),
      lineAt(420, 730, '1,500.00'),
      lineAt(60, 715, '01.03.2026'),
      lineAt(150, 715, 'Card payment'),
      lineAt(150, 700, 'REF 99'),
      lineAt(150, 685, 'Bath branch'),
      lineAt(320, 715, '373.15'),
      lineAt(420, 715, '1,126.85'),
      lineAt(60, 670, '02.03.2026'),
      lineAt(150, 670, 'Salary'),
      lineAt(320, 670, '24.62'),
      lineAt(420, 670, '1,151.47'),
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
