import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { IMAGE_SIZES } from '#domain/ai-task.ts';
import { resolveSize } from './resolve-size.ts';

const OLD = [
  'gpt-image-1',
  'gpt-image-1-mini',
  'gpt-image-1.5',
  'chatgpt-image-latest',
  'openai/gpt-image-1.5',
];
const NEW = ['gpt-image-2', 'gpt-image-2.5-flare', 'gpt-image-2.5-sunburst', 'openai/gpt-image-2'];

describe('the requested size', () => {
  it.each(NEW)('is the wanted one if %s supports it', (model) => {
    for (const size of [IMAGE_SIZES['1:1'], IMAGE_SIZES['16:9'], IMAGE_SIZES['2:3']]) {
      expect(resolveSize(model, size)).toEqual(size);
    }
  });

  it.each(OLD)('is one of the three that %s supports, never a square for another shape', (model) => {
    expect(resolveSize(model, IMAGE_SIZES['1:1'])).toEqual({ width: 1024, height: 1024 });
    expect(resolveSize(model, IMAGE_SIZES['16:9'])).toEqual({ width: 1536, height: 1024 });
    expect(resolveSize(model, IMAGE_SIZES['2:3'])).toEqual({ width: 1024, height: 1536 });
  });

  it('is valid for every model and every image', () => {
    const edge = fc.integer({ min: 1, max: 10_000 });
    fc.assert(
      fc.property(fc.constantFrom(...OLD, ...NEW), edge, edge, (model, width, height) => {
        const size = resolveSize(model, { width, height });
        if (OLD.includes(model))
          return ['1024x1024', '1536x1024', '1024x1536'].includes(`${size.width}x${size.height}`);
        const [long, short] = [Math.max(size.width, size.height), Math.min(size.width, size.height)];
        const pixels = long * short;
        return (
          size.width % 16 === 0 &&
          size.height % 16 === 0 &&
          long <= 3840 &&
          long <= short * 3 &&
          pixels >= 655_360 &&
          pixels <= 8_294_400
        );
      }),
      { numRuns: 2000 },
    );
  });

  it('keeps the shape of an image that a model supports as it is', () => {
    const { width, height } = resolveSize('gpt-image-2', { width: 4000, height: 3000 });
    expect(width / height).toBeCloseTo(4 / 3, 1);
  });
});
