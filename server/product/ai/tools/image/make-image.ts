import type { ImageOptions } from '#domain/image-options.ts';
import type { ImageModel, ImageResult, PixelSize } from '#server/providers/image-model/image-model.ts';
import type { FittedImage, KeepOutside, PreparedImage } from '../../../files/file-job.ts';
import type { FileWork } from '../../../files/file-work.ts';
import { shapeDifference } from '../../../files/shape-difference.ts';
import type { PictureDone } from '../../engine/action.ts';
import type { Effects } from '../../engine/effects.ts';
import { cleanText } from '../../language/clean-text.ts';
import { estimateTokens } from '../../models/estimate-tokens.ts';
import { makeCall } from '../../models/make-call.ts';
import { boundsOf } from '../../prompts/image-part.ts';
import { type ToolContext, ToolFailure, type ToolInput } from '../../tool.ts';
import { writeImagePrompt } from './image-prompt.ts';

export interface ImageToolOptions {
  readonly imageModel: ImageModel;
  readonly model: string;
  readonly fileWork: FileWork;
  /** Writes the brief, with the planner's model. Omitted: no text model is there. */
  readonly briefing?: Effects;
}

/**
 * Upper bound of a low-quality picture, USD: some 500 output tokens with two previews, and 1,000 input tokens
 * for an attached one.
 */
const WORST_USD = { made: 0.02, edited: 0.03 } as const;

/** Step that makes the picture. */
export const PICTURE = 'picture';

/** One picture to make, with everything that is known of it. */
export interface ImageWork {
  readonly input: ToolInput;
  readonly context: ToolContext;
  readonly image: ImageOptions;
  /** Size of the promised file. */
  readonly wanted: PixelSize;
  /** Requested size. */
  readonly size: PixelSize;
  readonly source: Source | null;
  /** Null: the image model gets the task itself. */
  readonly brief: string | null;
}

interface Source extends PreparedImage {
  readonly isFramed: boolean;
  /** Region that must stay unchanged. */
  readonly keep: KeepOutside | null;
}

/** Asks the model once, and fits the answer to the promised file. */
export async function makeImage(options: ImageToolOptions, work: ImageWork): Promise<PictureDone> {
  const { input, wanted, size, source, brief } = work;
  const crop = source?.isFramed ? null : cropOf(size, wanted);
  const part = source?.keep ? boundsOf(source.keep.region, source) : null;
  const prompt = writeImagePrompt(input, { brief, edits: source !== null, crop, part });
  const result = await ask(options, work, prompt);
  const { bytes, type, width, height, putBack } = await fit(options, work, result);
  return {
    ok: true,
    kind: 'picture',
    prompt,
    revised: result.revisedPrompt && cleanText(result.revisedPrompt),
    type,
    width,
    height,
    base64: bytes.toString('base64'),
    original: source && source.original,
    putBack,
  };
}

async function ask(
  { imageModel, model, fileWork }: ImageToolOptions,
  { context, image: { background }, size, source }: ImageWork,
  prompt: string,
): Promise<ImageResult> {
  const { signal } = context;
  context.onStep({ key: 'asked_image_model', params: { model, ...size, prompt } });
  return makeCall(context, {
    awaits: 'picture',
    planned: {
      model,
      promptTokens: estimateTokens(prompt),
      maxTokens: 0,
      step: PICTURE,
      usd: imageModel.kind === 'demo' ? 0 : WORST_USD[source ? 'edited' : 'made'],
    },
    make(begun) {
      const request = { model, prompt, size, background };
      const given = {
        signal,
        onGenerationId: (id: string) => begun.generation(id),
        onPreview: (bytes: Buffer) => void showPreview(fileWork, bytes, context),
      };
      return source
        ? imageModel.edit({ ...request, image: source.bytes, mask: source.mask }, given)
        : imageModel.create(request, given);
    },
    // Image tokens have no price in the list of text models: without a cost, the reservation counts as spent.
    usageOf: ({ usage }) => (usage?.cost == null ? null : usage),
  });
}

/** Longer edge in pixels: enough to see the picture take shape. */
const PREVIEW_EDGE = 320;

async function showPreview(fileWork: FileWork, bytes: Buffer, context: ToolContext): Promise<void> {
  try {
    const job = { bytes, maxEdge: PREVIEW_EDGE, frame: null, format: 'jpeg' } as const;
    const { bytes: jpeg } = await fileWork.prepareImage(job, context.signal);
    context.onPreview(jpeg);
  } catch {
    // Ignores a preview that isn't a picture or arrives after a stop: nothing depends on it.
  }
}

async function fit(
  { fileWork }: ImageToolOptions,
  { context, image, wanted, size, source }: ImageWork,
  result: ImageResult,
): Promise<Exclude<FittedImage, { problem: unknown }>> {
  const { format, compression, background } = image;
  const fitted = await fileWork.fitImage(
    {
      bytes: result.bytes,
      ...wanted,
      frame: size,
      inner: source?.isFramed ? source.inner : null,
      format,
      compression,
      background,
      keep: source?.keep ?? null,
    },
    context.signal,
  );
  if (!('problem' in fitted)) return fitted;
  if (fitted.problem === 'opaque') throw new ToolFailure('opaque_image', 'the background is not transparent');
  throw new ToolFailure('invalid_image', NO_PICTURE[fitted.problem]);
}

const NO_PICTURE = {
  unreadable: 'what the model has sent is no picture',
  other_shape: 'the picture of the model has another shape than what it is to be laid on',
} as const;

/** Returns the options of the picture, which every run of an image tool has. */
export function imageOptionsOf({ image }: ToolInput): ImageOptions {
  if (image === null) throw new Error('an image tool was run without its options');
  return image;
}

/** Whether cropping takes a few pixels at most: models with a size grid never get closer. */
export function isAlike(a: PixelSize, b: PixelSize): boolean {
  return shapeDifference(a, b) < 0.02;
}

function cropOf(made: PixelSize, wanted: PixelSize): 'top and bottom' | 'left and right' | null {
  if (isAlike(made, wanted)) return null;
  return made.width / made.height < wanted.width / wanted.height ? 'top and bottom' : 'left and right';
}
