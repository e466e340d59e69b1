import { expect, it } from 'vitest';
import { splitLines } from './quick-add.tsx';

it('makes a task of each line, without blank lines and bullets', () => {
  const text =
    '- Call the bank\r\n* Buy boxes\n\n  3. Ask Jonas\n[ ] Pack\n- [x] Label\n☐ Carry\u20282) Rest';
  expect(splitLines(text)).toEqual([
    'Call the bank',
    'Buy boxes',
    'Ask Jonas',
    'Pack',
    'Label',
    'Carry',
    'Rest',
  ]);
});

it('keeps text that only resembles a bullet', () => {
  expect(splitLines('-5 degrees\n3.5 litres of paint\n+49 1234\n*important*')).toEqual([
    '-5 degrees',
    '3.5 litres of paint',
    '+49 1234',
    '*important*',
  ]);
});
