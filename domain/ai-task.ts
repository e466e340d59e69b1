/** The eight things a task can be delegated as, in the order the form shows them. The names are stored and sent as they are. */
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

/** The types whose result is a picture: they take image options and no language. */
export const IMAGE_TASK_TYPES: readonly AiTaskType[] = ['create_image', 'image_edit'];

/** Characters of what a person adds to a run, such as "shorter, and in bullet points". */
export const INSTRUCTION_MAX = 2000;

export const ATTACHMENTS_MAX = 10;

/** A picture's shape, and the size of the file in pixels. `original` keeps that of the picture being edited. */
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

/** `compression` (0-100) applies to jpeg and webp, a transparent background to png and webp. */
export const DEFAULT_IMAGE_OPTIONS = {
  aspect_ratio: '1:1',
  format: 'png',
  compression: 50,
  background: 'opaque',
} as const;
