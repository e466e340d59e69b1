import * as z from 'zod/mini';
import { AI_TASK_TYPES } from '#domain/ai-task.ts';
import { imageOptions } from '#domain/image-options.ts';
import { regionMark } from '#domain/image-region.ts';
import { LANGUAGE_CODES } from '#domain/languages.ts';

/** A file in the form: uploading, uploaded or failed. */
const attachedFile = z.object({
  id: z.string(),
  name: z.string(),
  /** In bytes. */
  size: z.number(),
  state: z.enum(['uploading', 'ready', 'failed']),
  /** Uploaded bytes. */
  sent: z.number(),
  /** In the bucket; null until known. */
  path: z.nullable(z.string()),
  /** Attached to the task earlier, so discarding the form doesn't remove it. */
  isKept: z.boolean(),
});
export type AttachedFile = Readonly<z.infer<typeof attachedFile>>;

const drawnRegion = z.object({
  /** Picture that the marks were drawn on. */
  path: z.nullable(z.string()),
  isOn: z.boolean(),
  marks: z.readonly(z.array(regionMark)),
  isMissing: z.boolean(),
});
export type DrawnRegion = Readonly<z.infer<typeof drawnRegion>>;

export const NO_REGION: DrawnRegion = { path: null, isOn: false, marks: [], isMissing: false };

/** State of the delegation form. Undefined fields have not been chosen; their defaults apply. */
export const delegationChoices = z.object({
  type: z.optional(z.enum(AI_TASK_TYPES)),
  project_id: z.nullable(z.string()),
  language: z.optional(z.enum(LANGUAGE_CODES)),
  image: z.optional(imageOptions),
  /** What the person adds to the task. */
  wish: z.optional(z.string()),
  files: z.readonly(z.array(attachedFile)),
  region: drawnRegion,
});
export type DelegationChoices = Readonly<z.infer<typeof delegationChoices>>;

/** Initial state of a task's form. */
export function noChoices(projectId: string | null): DelegationChoices {
  return { project_id: projectId, files: [], region: NO_REGION };
}

/** True if the form contains anything worth keeping. */
export function isChosen(choices: DelegationChoices, projectId: string | null): boolean {
  const { type, project_id, language, image, wish = '', files } = choices;
  return (
    Boolean(type ?? language ?? image) || wish.trim() !== '' || project_id !== projectId || files.length > 0
  );
}
