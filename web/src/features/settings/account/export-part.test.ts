import { expect, it } from 'vitest';
import { fileSize } from './export-part.tsx';

it.each([
  [0, '0 bytes'],
  [1, '1 byte'],
  [999, '999 bytes'],
  [1200, '1.2 kB'],
  [45_600, '46 kB'],
  [4_230_000, '4.2 MB'],
  [1_500_000_000, '1.5 GB'],
])('formats %d bytes as %s', (bytes, words) => {
  expect(fileSize(bytes)).toBe(words);
});
