import { expect, it } from 'vitest';
import { decodeText } from './decode-text.ts';

const CITIES = 'city,sold\nMünchen,12\nKöln,7\nŁódź,3\nZürich,9\n';

it('reads a UTF-8 file that was cut in the middle of a character, and says so', () => {
  const cut = Buffer.concat([Buffer.from(`${CITIES}K`), Buffer.from([0xc3])]);
  expect(decodeText(cut)).toEqual({ text: `${CITIES}K\ufffd`, encoding: 'utf-8', unreadable: 1 });
});

it('reads a UTF-8 file with a few bytes of something else', () => {
  const text = CITIES.repeat(20);
  const damaged = Buffer.concat([Buffer.from(text), Buffer.from([0xff, 0x0a]), Buffer.from(text)]);
  expect(decodeText(damaged)).toMatchObject({ encoding: 'utf-8', unreadable: 1 });
  expect(decodeText(damaged)?.text).toContain('München');
});

it('takes no Windows file for damaged UTF-8', () => {
  const text = 'city,sold\nMünchen,12\nKöln,7\nDüsseldorf,9\nGöttingen,4\n'.repeat(5);
  expect(decodeText(Buffer.from(text, 'latin1'))).toEqual({ text, encoding: 'windows-1252', unreadable: 0 });
});
