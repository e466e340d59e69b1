import * as z from 'zod/mini';
import { type AiTaskType, DEFAULT_IMAGE_OPTIONS, IMAGE_SIZES } from '../ai-task.ts';
import type { ImageOptions } from '../image-options.ts';
import type { LanguageCode } from '../languages.ts';
import { pageExtent, type RunContract } from './run-contract.ts';

/**
 * What is known of an attached file: pages with text of a PDF, as far as it is read, the length of a text, and the size of
 * a picture. Absent: not yet.
 */
export const contractFile = z.object({
  name: z.string(),
  pages: z.optional(z.number()),
  extent: z.optional(pageExtent),
  /** Of a text without pages: how many of usual length it would fill. */
  length: z.optional(z.number()),
  width: z.optional(z.number()),
  height: z.optional(z.number()),
});
export type ContractFile = Readonly<z.output<typeof contractFile>>;

/** A request, as far as it decides what comes back. */
export interface ContractRequest {
  readonly language: LanguageCode;
  /** What the person adds to the task, and what they want changed. */
  readonly wish: string | null;
  readonly instruction: string | null;
  /** Null for a text. */
  readonly image: ImageOptions | null;
  readonly files: readonly ContractFile[];
}

/** Longest edge that a model fills; a larger original would only be upscaled. */
export const LONGEST_EDGE = 3840;

/** Words that each tool is asked for. Fewer than `least` are no text of this kind; more than `most` are told. */
export const WORDS = {
  argument: { least: 30, most: 900 },
  report: { least: 20, most: 1200 },
  links: { least: 5, most: 150 },
  analysis: { least: 5, most: 400 },
  summary: { least: 5, most: 700 },
} as const;

/** Pages of a PDF that are read or looked at; null if they aren't counted. */
const readPages = (pages: number | null, extent: ContractFile['extent']): number | null =>
  (pages ?? 0) + (extent?.lookedAt ?? 0) || null;

/** Words of a summary: few for a letter, more for a report, and never more than a writer's tokens hold. */
export function summaryWords(pages: number | null): RunContract['words'] {
  const { least, most } = WORDS.summary;
  if (pages === null) return WORDS.summary;
  // By the root: ten times the pages hold more to say, but nobody wants to read ten times as much.
  const grown = Math.round((100 + 60 * Math.sqrt(pages)) / 10) * 10;
  return { least, most: Math.min(most, grown) };
}

/** Decides what a request will be answered with, by tool. Called by the form and again by the server. */
export const contractOf = (type: AiTaskType, request: ContractRequest): RunContract => BY_TOOL[type](request);

const BY_TOOL: Readonly<Record<AiTaskType, (request: ContractRequest) => RunContract>> = {
  answer: (request) => text(request, { form: 'answer' }),
  reasoning: (request) => text(request, { form: 'argument', words: WORDS.argument }),
  research: (request) => text(request, { form: 'report', words: WORDS.report, cites: true }),
  web_search: (request) => text(request, { form: 'links', words: WORDS.links, cites: true }),
  data_analysis: (request) => text(request, { form: 'analysis', words: WORDS.analysis, cites: true }),
  doc_summary: (request) => {
    const { pages = null, extent, length = null } = request.files[0] ?? {};
    // Each picture is a page.
    const pictured = request.files.filter(({ width }) => width !== undefined).length || null;
    return text(request, {
      form: 'summary',
      // What the person adds may ask for any length.
      words:
        ownWords(request) === ''
          ? summaryWords(readPages(pages, extent) ?? length ?? pictured)
          : WORDS.summary,
      cites: true,
      pages,
      ...(extent && { extent }),
    });
  },
  create_image: ({ image }) => picture(image, IMAGE_SIZES['1:1']),
  image_edit: ({ image, files }) => picture(image, originalSize(files[0])),
};

const ownWords = ({ wish, instruction }: ContractRequest): string =>
  [wish, instruction].filter((each) => each !== null).join('\n');

function text(
  request: ContractRequest,
  promised: Pick<RunContract, 'form'> & Partial<RunContract>,
): RunContract {
  const { language, files } = request;
  const own = ownWords(request);
  const { words = null } = promised;
  return {
    cites: false,
    pages: null,
    picture: null,
    ...promised,
    language,
    // The person may ask for a sentence, and code doesn't read what they ask for.
    words: words && (own === '' ? words : { ...words, least: 1 }),
    points: askedPoints(own, language),
    files: files.map(({ name }) => name),
  };
}

function picture(image: ImageOptions | null, original: ReturnType<typeof originalSize>): RunContract {
  const { aspect_ratio, format, background } = image ?? DEFAULT_IMAGE_OPTIONS;
  return {
    form: 'picture',
    language: null,
    words: null,
    cites: false,
    points: [],
    files: [],
    pages: null,
    picture: {
      format,
      size: IMAGE_SIZES[aspect_ratio] ?? original,
      isTransparent: background === 'transparent',
    },
  };
}

/** The size of an edited picture in the shape of its original; null until that is known. */
function originalSize(
  file: ContractFile | undefined,
): { readonly width: number; readonly height: number } | null {
  if (file?.width === undefined || file.height === undefined) return null;
  return sizeWithin({ width: file.width, height: file.height }, LONGEST_EDGE);
}

/** Scales a size down to a longest edge. */
export function sizeWithin(
  { width, height }: { readonly width: number; readonly height: number },
  edge: number,
): { readonly width: number; readonly height: number } {
  const scale = Math.min(1, edge / Math.max(width, height));
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}

/** More are a text of its own, and stay one. */
export const POINTS_MAX = 6;
const POINT_CHARACTERS = 120;

/** An item of a list, in any of the marks that people type. */
const ITEM = /^\s*(?:[-*+•–]|\d{1,2}[.)])\s+(.+)$/u;
/** Not the question mark of an address. */
const QUESTION = /^(?!.*:\/\/).*[?？؟]$/u;

/** Reads what a person's own words ask for point by point: the items of a list, and questions. */
export function askedPoints(words: string, language: string): readonly string[] {
  const sentences = new Intl.Segmenter(language, { granularity: 'sentence' });
  const points = words.split('\n').flatMap((line) => {
    const item = ITEM.exec(line)?.[1]?.trim();
    if (item !== undefined) return item;
    return [...sentences.segment(line)]
      .map(({ segment }) => segment.trim())
      .filter((sentence) => QUESTION.test(sentence));
  });
  return [...new Set(points)].filter(({ length }) => length <= POINT_CHARACTERS).slice(0, POINTS_MAX);
}
