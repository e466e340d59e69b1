import { expect, it } from 'vitest';
import { outputSize } from './output-size.ts';
import type { Transformation } from './transformation.ts';

const SOURCE = { width: 400, height: 300 };

it.each<[string, Transformation, [number, number]]>([
  ['covers both lengths', { width: 100, height: 100 }, [100, 100]],
  ['is contained in both', { width: 100, height: 100, resize: 'contain' }, [100, 75]],
  ['fills both, stretched', { width: 100, height: 200, resize: 'fill' }, [100, 200]],
  ['follows one length', { width: 200 }, [200, 150]],
  ['follows the other', { height: 150, resize: 'fill' }, [200, 150]],
  ['is not enlarged', { width: 800, height: 800, resize: 'contain' }, [400, 300]],
  ['is cut where it cannot cover', { width: 800, height: 200 }, [400, 200]],
  ['keeps the wanted shape where it cannot fill', { width: 800, height: 200, resize: 'fill' }, [400, 100]],
  ['takes 0 for no length', { width: 0, height: 0 }, [400, 300]],
  ['is itself where nothing is asked', {}, [400, 300]],
])('a picture %s', (_what, transformation, [width, height]) => {
  expect(outputSize(SOURCE, transformation)).toEqual({ width, height });
});

it.each<[string, { width: number; height: number }, Transformation, [number, number]]>([
  ['in both lengths', { width: 5_000, height: 5_000 }, { width: 1e9, height: 1e9 }, [2_500, 2_500]],
  ['in the length that follows', { width: 100, height: 30_000 }, { width: 100 }, [8, 2_500]],
  ['where nothing is asked', { width: 6_000, height: 3_000 }, {}, [2_500, 1_250]],
  ['of a line', { width: 40_000_000, height: 1 }, { height: 1 }, [2_500, 1]],
])('no edge is longer than 2,500 pixels, %s', (_what, source, transformation, [width, height]) => {
  expect(outputSize(source, transformation)).toEqual({ width, height });
});
