import { type ImageModel, type PixelSize, RefusedSize } from './image-model.ts';
import { isOneOfThree, nearestOfThree, resolveSize } from './resolve-size.ts';

export interface KnownSizes {
  readonly sizeFor: ImageModel['sizeFor'];
  /** Learns from a call that fails: of a model that refuses this size no other than the three is asked again. */
  learning<T>(asked: { readonly model: string; readonly size: PixelSize }, call: Promise<T>): Promise<T>;
}

/**
 * The sizes that models take: by their names, and by what they have refused. A proxy's name, or another maker's, says
 * nothing about it. Kept for the life of the process: after a restart one picture is asked twice.
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
          // One that refuses these too was misread, or takes something else: what was learned of it is worth nothing.
          if (isOneOfThree(size)) takesThree.delete(model);
          else takesThree.add(model);
        }
        throw error;
      }
    },
  };
}
