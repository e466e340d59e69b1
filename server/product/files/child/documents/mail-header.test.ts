import { expect, it } from 'vitest';
import { isMail } from './mail-header.ts';

it.each([
  'a:\n',
  'a:\n b\n',
  ' \n',
  'From \n',
  'From a\n\n',
  'date:1 a 1 1\n',
  'date:1 a1 a1 a1 1 1 ',
  'received:1      ',
])('is looked for in few steps, whatever a text is made of: %j', (piece) => {
  const pieces = piece.repeat(240_000 / piece.length);
  expect(isMail(pieces)).toBe(false);
  expect(isMail(`From:a\n${pieces}\n\n`)).toBe(false);
  expect(isMail(`From a\nFrom:a\nMIME-Version:1\n\n${pieces}`)).toBe(true);
});
