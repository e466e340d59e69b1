import { describe, expect, it, vi } from 'vitest';
import { OTHERS, TEXTS } from '#tests/bombs/disguises.ts';
import { inspectFile } from './inspect-file.ts';

/** Letters that bitmaps, sounds, programs, drawings, films and shapes begin with. */
const LETTERS = [
  'BMI,Age',
  'BM-001;',
  'MAC Address,IP',
  'FORM 10-K',
  'FORMATO;',
  'AC1001,',
  'ID3,Title',
  'MZ,Area',
  'GIF,Size',
  'solid waste report',
  'CWS,Area',
  'FWS,Area',
  'BEGIN:VCALENDAR',
];

describe('content decides the kind, not the name', () => {
  it.each(TEXTS)('$what is neither a PDF nor a picture', async ({ bytes }) => {
    expect((await inspectFile(bytes)).kind).toMatch(/^(csv|unusable)$/);
  });

  it.each(LETTERS)(
    'a text that begins with %j is one, although other formats begin with letters too',
    async (text) => {
      const lines = `${text}\n24,30\n25,31\n`;
      for (const bytes of [lines, `\ufeff${lines}`, lines.repeat(500)].map((each) => Buffer.from(each)))
        expect(await inspectFile(bytes)).toMatchObject({ kind: 'csv' });
    },
  );

  it('what else begins with such letters is looked at once, however long it is', async () => {
    const bytes = Buffer.concat([
      Buffer.from('BMI,'),
      Buffer.alloc(10 * 1024 * 1024, '24,30\n'),
      Buffer.of(0),
    ]);
    const decode = vi.spyOn(TextDecoder.prototype, 'decode');
    expect(await inspectFile(bytes)).toMatchObject({ kind: 'unusable', why: 'unknown' });
    expect(decode).not.toHaveBeenCalled();
    decode.mockRestore();
  });

  it.each(OTHERS)('$what is of no kind that a tool reads', async ({ bytes }) => {
    expect(await inspectFile(bytes)).toMatchObject({ kind: 'unusable', why: 'unknown' });
  });
});
