import { type ImageModel, type PixelSize, RefusedSize } from '#server/providers/image-model/image-model.ts';

/**
 * Makes something in a size that the model supports. If the model refuses it and another size is known by then, repeats
 * everything that depends on the size (frame, crop, prompt) once.
 */
export async function withSize<T>(
  imageModel: Pick<ImageModel, 'sizeFor'>,
  { model, wanted }: { readonly model: string; readonly wanted: PixelSize },
  make: (size: PixelSize) => Promise<T>,
): Promise<T> {
  const size = imageModel.sizeFor(model, wanted);
  try {
    return await make(size);
  } catch (error) {
    if (!(error instanceof RefusedSize)) throw error;
    const other = imageModel.sizeFor(model, wanted);
    if (other.width === size.width && other.height === size.height) throw error;
    return make(other);
  }
}
