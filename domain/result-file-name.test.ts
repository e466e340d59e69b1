import { describe, expect, it } from 'vitest';
import { toFileName } from './result-file-name.ts';

const moment = new Date(2026, 10, 20, 9, 4);

describe('the name of a downloaded answer', () => {
  it('is the title as a slug and the local time', () => {
    expect(toFileName('Check the winter tyre rules!', moment, 'txt')).toBe(
      'check-the-winter-tyre-rules-20261120-0904.txt',
    );
  });

  it('keeps other scripts and drops accents from Latin ones', () => {
    expect(toFileName('Réserver l’hôtel', moment, 'txt')).toBe('reserver-l-hotel-20261120-0904.txt');
    expect(toFileName('ส่งรายงาน', moment, 'txt')).toBe('ส่งรายงาน-20261120-0904.txt');
    expect(toFileName('東京の天気', moment, 'txt')).toBe('東京の天気-20261120-0904.txt');
  });

  it('never contains a path, whatever the title', () => {
    expect(toFileName('../../etc/passwd\u0000\n', moment, 'txt')).toBe('etc-passwd-20261120-0904.txt');
    expect(toFileName('///', moment, 'txt')).toBe('task-20261120-0904.txt');
  });

  it('ends with a whole word, unless one word or a script without spaces fills it', () => {
    const title = 'Write a letter to the landlord about the broken heating';
    expect(toFileName(title, moment, 'pdf')).toBe(
      'write-a-letter-to-the-landlord-about-the-broken-20261120-0904.pdf',
    );
    const exact = `${'a'.repeat(24)} ${'b'.repeat(25)}`;
    expect(toFileName(`${exact} c`, moment, 'pdf')).toBe(`${exact.replace(' ', '-')}-20261120-0904.pdf`);
    expect(toFileName(`a ${'b'.repeat(60)}`, moment, 'pdf')).toBe(`a-${'b'.repeat(48)}-20261120-0904.pdf`);
    expect(toFileName('天'.repeat(60), moment, 'pdf')).toBe(`${'天'.repeat(50)}-20261120-0904.pdf`);
  });

  it('stays short for a title of any length', () => {
    const name = toFileName('a title '.repeat(60), moment, 'txt');
    expect(name.length).toBeLessThanOrEqual(68);
    expect(name).not.toContain('--');
  });
});
