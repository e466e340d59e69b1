import { expect, it } from 'vitest';
import { wordNotices } from './word-notices.ts';

const word = (addresses: unknown) => wordNotices([{ key: 'addresses_not_read', params: { addresses } }]);

it('names the pages of the person that could not be read, one or many', () => {
  expect(word(['a.example/x'])).toEqual([
    'A page that you named could not be read: a.example/x. Nothing of it is in here.',
  ]);
  expect(word(['a.example', 'b.example'])).toEqual([
    'Pages that you named could not be read: a.example, b.example. Nothing of them is in here.',
  ]);
  expect(word(3)).toEqual([]);
});

it('names the file whose encoding was guessed', () => {
  const params = { name: 'rent.csv', encoding: 'windows-1252' };
  expect(wordNotices([{ key: 'file_encoding', params }])).toEqual([
    'rent.csv does not say how it is encoded. It was read as windows-1252: where letters are wrong, save it as UTF-8 and attach it again.',
  ]);
});
