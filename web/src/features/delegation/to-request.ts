import { DEFAULT_IMAGE_OPTIONS, TOOLS } from '#domain/ai-task.ts';
import type { DelegateRequest } from '#domain/functions/inputs.ts';
import type { RegionMark } from '#domain/image-region.ts';
import { isLanguageCode, type LanguageCode } from '#domain/languages.ts';
import type { Run } from '#domain/rows/run-row.ts';

/**
 * What was asked for then, to be asked for again: the same files, the same form and the same wish. Without a project:
 * the task may lie in another one by now, and one that is named would be taken for a wish to move it there.
 */
export function toRequest(run: Run): DelegateRequest {
  const { task_id, ai_task_type, language, options, parent_run_id } = run;
  const { attachments = [], image, mask, instruction } = options;
  return {
    task_id,
    ai_task_type,
    attachments: attachments.map(({ path }) => path),
    ...(image && { image }),
    ...(mask && { mask }),
    ...(isLanguageCode(language) && { language }),
    ...(parent_run_id !== null && { parent_run_id }),
    ...(instruction !== undefined && { instruction }),
  };
}

/**
 * Another version of what was delivered. What was asked for with a wish is asked for with that wish again, about the
 * same earlier answer; a first answer is followed by a different one, which knows it and its sources.
 */
export function toAnotherVersion(run: Run): DelegateRequest {
  const same = toRequest(run);
  return same.instruction === undefined ? { ...same, parent_run_id: run.id } : same;
}

export interface TextWish {
  readonly instruction: string;
  readonly language: LanguageCode;
}

/** A new version of an answer in words: the same tool and files, with the answer and its sources as context. */
export function toFollowUp(run: Run, { instruction, language }: TextWish): DelegateRequest {
  return { ...toRequest(run), language, parent_run_id: run.id, instruction };
}

export interface PictureWish {
  readonly instruction: string;
  /** Where a copy of the picture lies among the attachments. */
  readonly path: string;
  /** The part of it that may change; undefined: all of it. */
  readonly marks: readonly RegionMark[] | undefined;
}

/** A new version of a picture: an edit of it, in its shape. */
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
