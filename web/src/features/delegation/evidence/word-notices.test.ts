import { expect, it } from 'vitest';
import { wordNotices } from './word-notices.ts';

const word = (addresses: unknown) => wordNotices([{ key: 'addresses_not_read', params: { addresses } }]);

it('names the pages of the person that could not be read, one or many', () => {
  expect(word(['a.example/x'])).toEqual([
    'Couldn’t read a page you named, so it isn’t reflected in this answer: a.example/x',
  ]);
  expect(word(['a.example', 'b.example'])).toEqual([
    'Couldn’t read some pages you named, so they aren’t reflected in this answer: a.example, b.example',
  ]);
  expect(word(3)).toEqual([]);
});

it('names the file whose encoding was guessed', () => {
  const params = { name: 'rent.csv', encoding: 'windows-1252' };
  expect(wordNotices([{ key: 'file_encoding', params }])).toEqual([
    'rent.csv doesn’t say how it’s encoded, so it was read as windows-1252. If letters look wrong, save it as UTF-8 and attach it again.',
  ]);
});
