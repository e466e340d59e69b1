import { ProviderError } from '../provider-error/provider-error.ts';
import type { ServedModel } from '../text-model/text-model.ts';

/** Pixels. */
export interface PixelSize {
  readonly width: number;
  readonly height: number;
}

export interface ImageRequest {
  readonly model: string;
  readonly prompt: string;
  /** One that `sizeFor` has named. */
  readonly size: PixelSize;
  readonly background: 'opaque' | 'transparent';
}

export interface ImageEditRequest extends ImageRequest {
  /** The picture that is changed, as PNG. */
  readonly image: Buffer;
  /** PNG of the picture's size, transparent where it may change; null: anywhere. A hint, to those that take one. */
  readonly mask: Buffer | null;
}

export interface ImageUsage {
  readonly promptTokens: number;
  readonly completionTokens: number;
  /** USD; null when the provider does not say. */
  readonly cost: number | null;
}

export interface ImageResult {
  /** As it came: whoever asked must look at what it is. */
  readonly bytes: Buffer;
  /** What the model made of the prompt, where it says so. */
  readonly revisedPrompt: string | null;
  readonly usage: ImageUsage | null;
}

export interface ImageOptions {
  readonly signal: AbortSignal;
  /** The provider's own id of the call, where it has one. */
  onGenerationId?(id: string): void;
  /** How the picture looks on the way, as it came: where the provider shows it. To be looked at, never to be kept. */
  onPreview?(bytes: Buffer): void;
}

/** The model does not take the size that it was asked for. Refused before any work, so another size may be tried. */
export class RefusedSize extends ProviderError {
  override readonly name = 'RefusedSize';
}

/**
 * Makes one picture for one call. Throws ProviderError: `refused` for what its rules forbid, `empty` where the answer
 * holds no picture, `fetch` where it names an address that gives none; RefusedSize where the model takes another size,
 * which `sizeFor` then names if it can.
 */
export interface ImageModel {
  readonly kind: 'real' | 'demo';
  create(request: ImageRequest, options: ImageOptions): Promise<ImageResult>;
  edit(request: ImageEditRequest, options: ImageOptions): Promise<ImageResult>;
  /** The size that the model takes, or makes, nearest in shape to the one wanted. Exactly that one where it can. */
  sizeFor(model: string, wanted: PixelSize): PixelSize;
  /** What the provider serves now; null where it cannot say. */
  listModels(signal: AbortSignal): Promise<readonly ServedModel[] | null>;
}
