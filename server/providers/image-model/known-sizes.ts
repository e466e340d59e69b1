import { type ImageModel, type PixelSize, RefusedSize } from './image-model.ts';
import { isOneOfThree, nearestOfThree, resolveSize } from './resolve-size.ts';

export interface KnownSizes {
  readonly sizeFor: ImageModel['sizeFor'];
  /**
   * Learns from a failed call: a model that rejects this size is only asked for the three standard sizes from then
   * on.
   */
  learning<T>(asked: { readonly model: string; readonly size: PixelSize }, call: Promise<T>): Promise<T>;
}

/**
 * Sizes supported by models, judged by their names and their rejections. A name given by a proxy or another vendor
 * says nothing about it. Kept in memory: after a restart, one image is requested twice.
 */
export function createKnownSizes(): KnownSizes {
  const takesThree = new Set<string>();
  return {
    sizeFor: (model, wanted) => (takesThree.has(model) ? nearestOfThree(wanted) : resolveSize(model, wanted)),
    async learning({ model, size }, call) {
      try {
        return await call;
      } catch (error) {
        if (error instanceof RefusedSize) {
          // A model that rejects these too was misjudged, or supports something else: forget what was learned.
          if (isOneOfThree(size)) takesThree.delete(model);
          else takesThree.add(model);
        }
        throw error;
      }
    },
  };
}
