import { ProviderError } from '../provider-error/provider-error.ts';
import type { ServedModel } from '../text-model/text-model.ts';

/** In pixels. */
export interface PixelSize {
  readonly width: number;
  readonly height: number;
}

export interface ImageRequest {
  readonly model: string;
  readonly prompt: string;
  /** A size returned by `sizeFor`. */
  readonly size: PixelSize;
  readonly background: 'opaque' | 'transparent';
}

export interface ImageEditRequest extends ImageRequest {
  /** The image to edit, as PNG. */
  readonly image: Buffer;
  /** PNG of the image's size, transparent where it may change; null: anywhere. A hint, for models that support it. */
  readonly mask: Buffer | null;
}

export interface ImageUsage {
  readonly promptTokens: number;
  readonly completionTokens: number;
  /** USD; null if the provider doesn't report it. */
  readonly cost: number | null;
}

export interface ImageResult {
  /** Unvalidated: the caller must check the format. */
  readonly bytes: Buffer;
  /** The model's rewritten prompt, if reported. */
  readonly revisedPrompt: string | null;
  readonly usage: ImageUsage | null;
}

export interface ImageOptions {
  readonly signal: AbortSignal;
  /** The provider's id of the call, if it has one. */
  onGenerationId?(id: string): void;
  /** Preview of the unfinished image, unvalidated, if the provider sends one. To be shown, never stored. */
  onPreview?(bytes: Buffer): void;
}

/** The model doesn't support the requested size. Rejected before any work, so another size may be tried. */
export class RefusedSize extends ProviderError {
  override readonly name = 'RefusedSize';
}

/**
 * Generates or edits one image per call. Throws ProviderError: `refused` if its rules forbid it, `empty` if the
 * response has no image, `fetch` if it has a URL that doesn't return one; RefusedSize if the model supports other
 * sizes, of which `sizeFor` then returns one if it can.
 */
export interface ImageModel {
  readonly kind: 'real' | 'demo';
  create(request: ImageRequest, options: ImageOptions): Promise<ImageResult>;
  edit(request: ImageEditRequest, options: ImageOptions): Promise<ImageResult>;
  /** Returns the supported size nearest in shape to the wanted one; the same if possible. */
  sizeFor(model: string, wanted: PixelSize): PixelSize;
  /** Lists the models served now; null if the provider can't tell. */
  listModels(signal: AbortSignal): Promise<readonly ServedModel[] | null>;
}
