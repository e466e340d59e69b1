import * as z from 'zod/mini';
import { AI_TASK_TYPES } from '#domain/ai-task.ts';
import { imageOptions } from '#domain/image-options.ts';
import { regionMark } from '#domain/image-region.ts';
import { LANGUAGE_CODES } from '#domain/languages.ts';

/** A file in the form: on its way to the server, there, or not taken. */
const attachedFile = z.object({
  id: z.string(),
  name: z.string(),
  /** Bytes. */
  size: z.number(),
  state: z.enum(['uploading', 'ready', 'failed']),
  /** Bytes that have been sent. */
  sent: z.number(),
  /** On the server; null until it is known. */
  path: z.nullable(z.string()),
  /** It was attached to the task before, and stays whatever becomes of the form. */
  isKept: z.boolean(),
});
export type AttachedFile = Readonly<z.infer<typeof attachedFile>>;

const drawnRegion = z.object({
  /** Of the picture that it is drawn on. */
  path: z.nullable(z.string()),
  isOn: z.boolean(),
  marks: z.readonly(z.array(regionMark)),
  isMissing: z.boolean(),
});
export type DrawnRegion = Readonly<z.infer<typeof drawnRegion>>;

export const NO_REGION: DrawnRegion = { path: null, isOn: false, marks: [], isMissing: false };

/** What is chosen in the form of a delegation. Left out: nothing was chosen yet, and the usual holds. */
export const delegationChoices = z.object({
  type: z.optional(z.enum(AI_TASK_TYPES)),
  project_id: z.nullable(z.string()),
  language: z.optional(z.enum(LANGUAGE_CODES)),
  image: z.optional(imageOptions),
  files: z.readonly(z.array(attachedFile)),
  region: drawnRegion,
});
export type DelegationChoices = Readonly<z.infer<typeof delegationChoices>>;

/** What the form of a task begins with. */
export function noChoices(projectId: string | null): DelegationChoices {
  return { project_id: projectId, files: [], region: NO_REGION };
}

/** Whether there is something in it that would have to be chosen again. */
export function isChosen(choices: DelegationChoices, projectId: string | null): boolean {
  const { type, project_id, language, image, files } = choices;
  return Boolean(type ?? language ?? image) || project_id !== projectId || files.length > 0;
}
