import type { AttachmentRule } from './attachments.ts';
import { DOCUMENT_KINDS, FILE_KINDS, PICTURE_KINDS, TABLE_KINDS } from './file-kinds.ts';

/** The eight types of delegation. The names are stored and sent unchanged. */
export const AI_TASK_TYPES = [
  'answer',
  'research',
  'web_search',
  'reasoning',
  'create_image',
  'image_edit',
  'data_analysis',
  'doc_summary',
] as const;

export type AiTaskType = (typeof AI_TASK_TYPES)[number];

/** Smallest context, in tokens, that takes a task beside the rules and an answer. */
export const LEAST_WINDOW = 4_000;
/** The rules of data analysis alone take a thousand tokens, and then come the columns and results of its tables. */
export const LEAST_FOR_TABLES = 8_000;

/** What a tool asks of its text model. */
export interface TextNeeds {
  /** Kind of model, unless the operator names another for this tool. */
  readonly model: 'fast' | 'research';
  /** AI_MODELS has a key for this tool. */
  readonly hasOwnKey?: true;
  /** Role in which a check of the models tries it. */
  readonly trial: 'answer' | 'reasoning' | 'form';
  /** A second model compares what was written with what it was written from. */
  readonly isReadTwice?: true;
  /** Tokens of context. */
  readonly leastWindow: number;
}

/** Facts about a tool. Its texts are in web/src/texts; server/product/ai/tools/registry.ts builds it. */
export interface ToolFacts {
  /** A tool that makes an image takes image options and no language, and asks the image model. */
  readonly makes: 'text' | 'image';
  /** Changes the attached image instead of making a new one. */
  readonly edits?: true;
  /** Searches the web and reads pages. Not offered without a search engine, which sees the queries. */
  readonly searches?: true;
  /** Files that can be attached. Null: none. */
  readonly takes: AttachmentRule | null;
  /** Names the files of a tool that works on nothing else, for its texts. */
  readonly subject?: 'data' | 'pdf' | 'image';
  /** Attached pictures go to the vision model: in place of the tool's own model, or beside it. */
  readonly vision?: 'instead' | 'beside';
  /** Scanned pages go to a text recognition service, where one is connected, or else to the vision model. */
  readonly scans?: true;
  /** Makes the next version of a result. Omitted: the same tool. */
  readonly followUp?: AiTaskType;
  /** May ask the person what is missing before it begins. Not where files say what the work is about. */
  readonly asks?: true;
  /** Omitted: it asks no text model. */
  readonly text?: TextNeeds;
  /** USD that one run may cost, unless the operator sets a limit. */
  readonly budget: number;
}

/**
 * In the order of the form: texts, then what needs files, then images. A budget covers a run with the default models,
 * and is below the price of a credit of the cheapest pack (599 EUR for 5,000: 0.12 EUR).
 */
const FACTS = {
  answer: {
    makes: 'text',
    asks: true,
    takes: { kinds: FILE_KINDS, atLeast: 0, atMost: 4 },
    vision: 'instead',
    text: { model: 'fast', trial: 'answer', hasOwnKey: true, leastWindow: LEAST_WINDOW },
    budget: 0.1,
  },
  reasoning: {
    makes: 'text',
    asks: true,
    takes: { kinds: FILE_KINDS, atLeast: 0, atMost: 4 },
    vision: 'instead',
    text: { model: 'fast', trial: 'reasoning', hasOwnKey: true, leastWindow: LEAST_WINDOW },
    budget: 0.1,
  },
  research: {
    makes: 'text',
    asks: true,
    searches: true,
    takes: null,
    text: { model: 'research', trial: 'form', isReadTwice: true, leastWindow: LEAST_WINDOW },
    // Twelve searches at 0.006, of which 0.3 is left; then twenty pages at 0.001, and the report.
    budget: 0.115,
  },
  web_search: {
    makes: 'text',
    asks: true,
    searches: true,
    takes: null,
    text: {
      model: 'research',
      trial: 'form',
      hasOwnKey: true,
      isReadTwice: true,
      leastWindow: LEAST_WINDOW,
    },
    // Three searches and ten pages.
    budget: 0.1,
  },
  data_analysis: {
    makes: 'text',
    takes: { kinds: [...TABLE_KINDS, ...PICTURE_KINDS], atLeast: 1, atMost: 10 },
    subject: 'data',
    vision: 'beside',
    text: {
      model: 'fast',
      trial: 'form',
      hasOwnKey: true,
      isReadTwice: true,
      leastWindow: LEAST_FOR_TABLES,
    },
    budget: 0.1,
  },
  doc_summary: {
    makes: 'text',
    takes: { kinds: [...DOCUMENT_KINDS, ...PICTURE_KINDS], atLeast: 1, atMost: 1, atMostPictures: 10 },
    subject: 'pdf',
    vision: 'beside',
    scans: true,
    text: { model: 'fast', trial: 'form', hasOwnKey: true, isReadTwice: true, leastWindow: LEAST_WINDOW },
    budget: 0.1,
  },
  create_image: {
    makes: 'image',
    asks: true,
    takes: null,
    followUp: 'image_edit',
    // Four calls, each with the highest price of a picture set aside: 0.02. The brief takes the place of one.
    budget: 0.08,
  },
  image_edit: {
    makes: 'image',
    edits: true,
    takes: { kinds: PICTURE_KINDS, atLeast: 1, atMost: 1 },
    subject: 'image',
    // Three tries of 0.03, after a brief.
    budget: 0.1,
  },
} as const satisfies Readonly<Record<AiTaskType, ToolFacts>>;

export const TOOLS: Readonly<Record<AiTaskType, ToolFacts>> = FACTS;

/** Returns the types of a record, in the order of its keys. */
export const typesOf = (tools: Readonly<Record<AiTaskType, unknown>>): readonly AiTaskType[] =>
  Object.keys(tools).flatMap((key) => AI_TASK_TYPES.find((type) => type === key) ?? []);

/** Types whose result is a picture. */
export const IMAGE_TASK_TYPES: readonly AiTaskType[] = AI_TASK_TYPES.filter(
  (type) => TOOLS[type].makes === 'image',
);

export type TextTaskType = {
  [Type in AiTaskType]: (typeof FACTS)[Type]['makes'] extends 'text' ? Type : never;
}[AiTaskType];

export const isTextTask = (type: AiTaskType): type is TextTaskType => TOOLS[type].makes === 'text';

/** Maximum length of a person's instruction for a follow-up, such as "shorter, and in bullet points". */
export const INSTRUCTION_MAX = 2000;

/** Maximum length of what a person adds to a task, such as "for four people, no nuts". */
export const WISH_MAX = 2000;

/** Maximum length of the brief of a picture, as a model writes it or a person edits it. */
export const BRIEF_MAX = 4000;

/** What an installation lacks for a tool. `repair`: its provider refuses every call at the moment. */
export const TOOL_LACKS = ['model', 'context', 'images', 'search', 'repair'] as const;
export type ToolLack = (typeof TOOL_LACKS)[number];

export const ATTACHMENTS_MAX = 10;

/** Aspect ratios with file sizes in pixels. `original` keeps that of the picture being edited. */
export const IMAGE_SIZES = {
  '1:1': { width: 1024, height: 1024 },
  '16:9': { width: 1792, height: 1024 },
  '2:3': { width: 1024, height: 1536 },
  original: null,
} as const;

export const IMAGE_ASPECT_RATIOS = ['1:1', '16:9', '2:3', 'original'] as const;
export type ImageAspectRatio = (typeof IMAGE_ASPECT_RATIOS)[number];
export const IMAGE_FORMATS = ['png', 'jpeg', 'webp'] as const;
export type ImageFormat = (typeof IMAGE_FORMATS)[number];
export const IMAGE_BACKGROUNDS = ['opaque', 'transparent'] as const;

/** `compression` (0-100) applies to JPEG and WebP, a transparent background to PNG and WebP. */
export const DEFAULT_IMAGE_OPTIONS = {
  aspect_ratio: '1:1',
  format: 'png',
  compression: 50,
  background: 'opaque',
} as const;
