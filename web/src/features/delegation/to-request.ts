import { DEFAULT_IMAGE_OPTIONS, TOOLS } from '#domain/ai-task.ts';
import type { DelegateRequest } from '#domain/functions/inputs.ts';
import type { RegionMark } from '#domain/image-region.ts';
import { isLanguageCode, type LanguageCode } from '#domain/languages.ts';
import type { Run } from '#domain/rows/run-row.ts';
import { wishOf } from './questions/questions-as-wish.ts';

/**
 * Repeats the request of a run: same files, options and words. Without its project, since the task may have moved
 * and a named project would move it back.
 */
export function toRequest(run: Run): DelegateRequest {
  const { task_id, ai_task_type, language, options, parent_run_id } = run;
  const { attachments = [], image, mask, instruction, brief } = options;
  const wish = wishOf(run);
  return {
    task_id,
    ai_task_type,
    attachments: attachments.map(({ path }) => path),
    ...(image && { image }),
    ...(mask && { mask }),
    ...(isLanguageCode(language) && { language }),
    ...(parent_run_id !== null && { parent_run_id }),
    ...(instruction !== undefined && { instruction }),
    ...(wish !== undefined && { wish }),
    ...(brief !== undefined && { brief }),
  };
}

/** What the person can change of a request before it is repeated: one of these texts. */
export type RunWords = Readonly<Partial<Record<'wish' | 'instruction' | 'brief', string | undefined>>>;

/**
 * Requests another version of an answer, with `words` in place of its own. A follow-up is repeated with the same
 * parent; a first answer gets a different one that knows it and its sources.
 */
export function toAnotherVersion(run: Run, words: RunWords = {}): DelegateRequest {
  const { options, ...rest } = run;
  const same = toRequest({ ...rest, options: { ...options, ...words } });
  return options.instruction === undefined ? { ...same, parent_run_id: run.id } : same;
}

export interface TextWish {
  readonly instruction: string;
  readonly language: LanguageCode;
}

/** Requests a new version of a text: same tool and files, with the answer and its sources as context. */
export function toFollowUp(run: Run, { instruction, language }: TextWish): DelegateRequest {
  return { ...toRequest(run), language, parent_run_id: run.id, instruction };
}

export interface PictureWish {
  readonly instruction: string;
  /** Path of the picture's copy in the attachments bucket. */
  readonly path: string;
  /** Part that may change; undefined for all of it. */
  readonly marks: readonly RegionMark[] | undefined;
}

/** Requests a new version of a picture: an edit in its own shape. */
export function toPictureFollowUp(run: Run, { instruction, path, marks }: PictureWish): DelegateRequest {
  const { task_id, ai_task_type, options } = run;
  return {
    task_id,
    ai_task_type: TOOLS[ai_task_type].followUp ?? ai_task_type,
    attachments: [path],
    image: { ...DEFAULT_IMAGE_OPTIONS, ...options.image, aspect_ratio: 'original' },
    ...(marks && { mask: marks }),
    parent_run_id: run.id,
    instruction,
  };
}
