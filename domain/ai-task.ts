import type { AttachmentRule } from './attachments.ts';
import { FILE_KINDS, PICTURE_KINDS } from './file-kinds.ts';

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

/** Facts about a tool that server and browser share. Its texts are in web/src/texts; the server builds it. */
export interface ToolFacts {
  /** A tool that makes an image takes image options and no language. */
  readonly makes: 'text' | 'image';
  /** Changes the attached image instead of making a new one. */
  readonly edits?: true;
  /** Services without which the tool isn't offered. Each of them sees the task. */
  readonly needs: readonly ('text_model' | 'image_model' | 'search')[];
  /** Files that can be attached. Null: none. */
  readonly takes: AttachmentRule | null;
  /** Names the files of a tool that works on nothing else, for its texts. */
  readonly subject?: 'data' | 'pdf' | 'image';
  /** Attached pictures go to the vision model: in place of the tool's own model, or beside it. */
  readonly vision?: 'instead' | 'beside';
  /** Scanned pages go to a text recognition service, where one is connected. */
  readonly scans?: true;
  /** Makes the next version of a result. Omitted: the same tool. */
  readonly followUp?: AiTaskType;
}

/** In the order of the form: texts, then what needs files, then images. */
const FACTS = {
  answer: {
    makes: 'text',
    needs: ['text_model'],
    takes: { kinds: FILE_KINDS, atLeast: 0, atMost: 4 },
    vision: 'instead',
  },
  reasoning: {
    makes: 'text',
    needs: ['text_model'],
    takes: { kinds: FILE_KINDS, atLeast: 0, atMost: 4 },
    vision: 'instead',
  },
  research: { makes: 'text', needs: ['text_model', 'search'], takes: null },
  web_search: { makes: 'text', needs: ['text_model', 'search'], takes: null },
  data_analysis: {
    makes: 'text',
    needs: ['text_model'],
    takes: { kinds: FILE_KINDS, atLeast: 1, atMost: 10 },
    subject: 'data',
    vision: 'beside',
  },
  doc_summary: {
    makes: 'text',
    needs: ['text_model'],
    takes: { kinds: ['pdf'], atLeast: 1, atMost: 1 },
    subject: 'pdf',
    scans: true,
  },
  create_image: { makes: 'image', needs: ['image_model'], takes: null, followUp: 'image_edit' },
  image_edit: {
    makes: 'image',
    edits: true,
    needs: ['image_model'],
    takes: { kinds: PICTURE_KINDS, atLeast: 1, atMost: 1 },
    subject: 'image',
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

/** Maximum length of a person's instruction for a run, such as "shorter, and in bullet points". */
export const INSTRUCTION_MAX = 2000;

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
