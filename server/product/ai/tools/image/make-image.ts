import { EXTENSIONS } from '#domain/file-kinds.ts';
import type { ImageOptions } from '#domain/image-options.ts';
import type { RunNotice } from '#domain/run/run-notices.ts';
import type { ImageModel, ImageResult, PixelSize } from '#server/providers/image-model/image-model.ts';
import type { FittedImage, KeepOutside, PreparedImage } from '../../../files/file-job.ts';
import type { FileWork } from '../../../files/file-work.ts';
import { shapeDifference } from '../../../files/shape-difference.ts';
import type { Effects } from '../../engine/effects.ts';
import { cleanText } from '../../language/clean-text.ts';
import { estimateTokens } from '../../models/estimate-tokens.ts';
import { makeCall } from '../../models/make-call.ts';
import { boundsOf } from '../../prompts/image-part.ts';
import { type ToolContext, ToolFailure, type ToolInput, type ToolOutput } from '../../tool.ts';
import { writeImagePrompt } from './image-prompt.ts';
import type { Brief } from './write-brief.ts';

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

/** One picture to make, with everything that is known of it. */
export interface ImageWork {
  readonly input: ToolInput;
  readonly context: ToolContext;
  readonly image: ImageOptions;
  /** Size of the promised file. */
  readonly wanted: PixelSize;
  /** Requested size. */
  readonly size: PixelSize;
  /** Calls including this one: another size may have been refused before. */
  readonly calls: number;
  readonly source: Source | null;
  readonly brief: Brief;
}

interface Source extends PreparedImage {
  readonly isFramed: boolean;
  /** Region that must stay unchanged. */
  readonly keep: KeepOutside | null;
}

/** Asks the model once, fits the answer to the promised file, and describes it. */
export async function makeImage(options: ImageToolOptions, work: ImageWork): Promise<ToolOutput> {
  const { model } = options;
  const { input, context, image, wanted, size, source, brief } = work;
  const crop = source?.isFramed ? null : cropOf(size, wanted);
  const part = source?.keep ? boundsOf(source.keep.region, source) : null;
  const prompt = writeImagePrompt(input, { brief: brief.text, edits: source !== null, crop, part });
  const result = await ask(options, work, prompt);
  const file = await fit(options, work, result);

  const { width, height, bytes } = file;
  const extension = EXTENSIONS[image.format][0] ?? image.format;
  const facts = { width, height, format: image.format, size: bytes.length };
  if (file.putBack !== null) {
    context.onStep({ key: 'kept_outside', params: { percent: Math.round(file.putBack * 1000) / 10 } });
  }
  context.onStep({ key: 'checked_image', params: facts });
  const notices: RunNotice[] = [];
  if (source && image.aspect_ratio === 'original' && width < source.original.width) {
    notices.push({ key: 'scaled_down', params: { ...source.original, to_width: width, to_height: height } });
  }
  return {
    content: describe(facts, prompt, result.revisedPrompt),
    modelUsed: model,
    usage: toUsage(result, work),
    notices,
    files: [{ name: `image.${extension}`, type: file.type, bytes, width, height }],
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

/** Describes the picture for readers who don't see it. */
function describe(
  { width, height, format, size }: PixelSize & { format: string; size: number },
  prompt: string,
  revised: string | null,
): string {
  const lines = [
    `Image, ${width} × ${height} pixels, ${format.toUpperCase()}, ${Math.round(size / 1024)} kB.`,
    '',
    'Made from these words:',
    '',
  ];
  lines.push(...quote(prompt));
  if (revised) lines.push('', 'The model put them this way:', '', ...quote(cleanText(revised)));
  return lines.join('\n');
}

function quote(text: string): string[] {
  return text.split('\n').map((line) => `> ${line}`.trimEnd());
}

/** Totals of the picture and its brief. */
function toUsage({ usage }: ImageResult, { calls, brief }: ImageWork): ToolOutput['usage'] {
  const { promptTokens = 0, completionTokens = 0, cost = null } = usage ?? {};
  return {
    calls: calls + brief.usage.calls,
    promptTokens: promptTokens + brief.usage.promptTokens,
    completionTokens: completionTokens + brief.usage.completionTokens,
    cost: cost === null || brief.usage.cost === null ? null : cost + brief.usage.cost,
  };
}
