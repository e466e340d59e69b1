import { beforeEach, expect, it } from 'vitest';
import { useSelection } from './selection.ts';

const order = ['a', 'b', 'c', 'd'];
const chosen = () => [...useSelection.getState().ids].toSorted();
const { toggle, extend, clear } = useSelection.getState();

beforeEach(clear);

it('chooses rows one by one, and lets them go again', () => {
  toggle('a');
  toggle('c');
  toggle('a');
  expect(chosen()).toEqual(['c']);
});

it('chooses everything between the last row and this one, upwards as well', () => {
  toggle('c');
  extend('a', order);
  expect(chosen()).toEqual(['a', 'b', 'c']);
  extend('d', order);
  expect(chosen()).toEqual(order);
});

it('begins a range where there is nothing to begin from', () => {
  extend('b', order);
  expect(chosen()).toEqual(['b']);
  toggle('gone');
  extend('c', order);
  expect(chosen()).toEqual(['b', 'c', 'gone']);
});
