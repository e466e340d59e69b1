import type { AiTaskType } from '#domain/ai-task.ts';
import type { ImageOptions } from '#domain/image-options.ts';
import type { LanguageCode } from '#domain/languages.ts';
import type { ToolFile } from '#server/product/ai/tool.ts';
import type { PictureOptions } from '../fixtures/make-picture.ts';

/** Why something that a fixed answer says must not reach a reader unmarked. */
export const LIES = [
  'invented source',
  'invented quote',
  'invented link',
  'forged mark',
  'swapped number',
  'typed number',
  'wrong page',
  'turned round',
  'wrong row',
  'missing cell',
  'wrong language',
  'obeyed page',
  'hidden characters',
  'repeated words',
  'private words',
  'copied example',
  'hidden thoughts',
  'unusable picture',
] as const;
export type Lie = (typeof LIES)[number];

/** What a reader's fixed answer notes of a page. */
export interface Note {
  /** By which a writer cites it: `[@rent]`. */
  readonly name: string;
  /** Where it stands in truth: a host of the simulated web, or a page of the PDF. Of a lie: where it is told. */
  readonly on: string | number;
  readonly text: string;
  /** The same in the language that was asked for, where the reader has noted it in another. */
  readonly again?: string;
  readonly quote: string;
  /** Points of a research plan. */
  readonly answers?: readonly string[];
  readonly lie?: Lie;
}

/** A sentence of a fixed answer, with what whoever wrote the task knows about it. */
export interface Sentence {
  /** As the model writes it. `[@rent]` becomes the id that the claim of that note has been given. */
  readonly text: string;
  /** As a reader is to see it, where that is not the same without its citations; null: it is not looked for by itself. */
  readonly shown?: string | null;
  /** Left out: it is true. */
  readonly lie?: Lie;
  /**
   * What no machine here can see: it turns round the words that it cites, or cites another page that says nearly the
   * same, and has no number that gives it away. It is counted as what it is, and not expected to be found.
   */
  readonly unseen?: 'turned round' | 'other page';
}

/** What the model of a task answers, whatever it is asked: by the role that it is asked in. */
export interface FixedModel {
  readonly plan?: unknown;
  readonly notes?: readonly Note[];
  /** Lines that it copies from a picture of a page. */
  readonly lines?: readonly string[];
  /** Rows that it copies from a picture of a table. */
  readonly rows?: readonly (readonly string[])[];
  /** One for each time that it is asked to write; the last one repeats. */
  readonly drafts: readonly Draft[];
}

export interface Draft {
  readonly says: readonly Sentence[];
  /** It stops at its cap. */
  readonly isCut?: boolean;
  /** What it thinks aloud first, in the field for that. */
  readonly thinks?: string;
}

/** A picture task: the simulator's model, and what is asked of it. */
export interface PictureOrder {
  readonly model: string;
  readonly options?: Partial<ImageOptions>;
  /** The picture that is to be changed. */
  readonly original?: PictureOptions;
  /** What the file has to be; left out where none may come. */
  readonly becomes?: { readonly format: string; readonly width: number; readonly height: number };
}

export interface GoldenTask {
  readonly tool: AiTaskType;
  /** What it was chosen for. */
  readonly trap: string;
  readonly language: LanguageCode;
  /** As the person wrote it. */
  readonly title: string;
  readonly model?: FixedModel;
  readonly files?: readonly ToolFile[];
  /** Pages that are pictures are recognised, as a router does it. */
  readonly scans?: true;
  readonly picture?: PictureOrder;
  /** Texts that must stand nowhere in what is delivered, beside the sentences and notes that are lies. */
  readonly planted?: readonly { readonly lie: Lie; readonly text: string }[];
  /** Of what is attached, words that whoever writes has to be shown. */
  readonly shows?: readonly string[];
  /** How it has to end, where that is not a text without notices: an honest failure, or notices by their keys. */
  readonly ends?: { readonly fails: string } | { readonly notices: readonly string[] };
}

/** A file as a person attaches it. */
export const attached = (name: string, type: string, bytes: Buffer): ToolFile => ({
  name,
  type,
  size: bytes.length,
  read: async () => bytes,
});
