import { expect, it } from 'vitest';
import { boundsOf } from './image-part.ts';

const WHOLE = { width: 200, height: 100, inner: { left: 0, top: 0, width: 200, height: 100 } };

it('bounds all marks, including the width of a brush', () => {
  const region = [
    { shape: 'rectangle', x: 0.5, y: 0.2, width: 0.25, height: 0.25 },
    {
      shape: 'stroke',
      size: 0.1,
      points: [
        [0.3, 0.5],
        [0.4, 0.6],
      ],
    },
  ] as const;
  expect(boundsOf(region, WHOLE)).toEqual({ left: 25, right: 75, top: 20, bottom: 70 });
});

it('is clipped to the picture', () => {
  const region = [{ shape: 'stroke', size: 0.5, points: [[0, 1]] }] as const;
  expect(boundsOf(region, WHOLE)).toEqual({ left: 0, right: 25, top: 50, bottom: 100 });
});

it('is relative to the frame in which the picture is sent', () => {
  const region = [{ shape: 'rectangle', x: 0, y: 0, width: 1, height: 0.5 }] as const;
  const framed = { width: 200, height: 200, inner: { left: 0, top: 50, width: 200, height: 100 } };
  expect(boundsOf(region, framed)).toEqual({ left: 0, right: 100, top: 25, bottom: 50 });
});
