import { beforeEach, expect, it } from 'vitest';
import { useSelection } from './selection.ts';

const order = ['a', 'b', 'c', 'd'];
const chosen = () => [...useSelection.getState().ids].toSorted();
const { toggle, extend, clear } = useSelection.getState();

beforeEach(clear);

it('selects and deselects rows one by one', () => {
  toggle('a');
  toggle('c');
  toggle('a');
  expect(chosen()).toEqual(['c']);
});

it('selects everything between the last row and this one, in either direction', () => {
  toggle('c');
  extend('a', order);
  expect(chosen()).toEqual(['a', 'b', 'c']);
  extend('d', order);
  expect(chosen()).toEqual(order);
});

it('starts a range if there is no anchor', () => {
  extend('b', order);
  expect(chosen()).toEqual(['b']);
  toggle('gone');
  extend('c', order);
  expect(chosen()).toEqual(['b', 'c', 'gone']);
});
