import * as z from 'zod/mini';
import { NEW_TASK, TASK_CATEGORIES } from '#domain/task.ts';
import type { Project } from '#web/lib/rows.ts';

/** What a person writes and chooses for a project. */
export const projectFields = z.object({
  name: z.string(),
  description: z.string(),
  category: z.enum(TASK_CATEGORIES),
});
export type ProjectFields = z.infer<typeof projectFields>;

export const NEW_PROJECT: ProjectFields = { name: '', description: '', category: NEW_TASK.category };

export function fieldsOf({ name, description, category }: Project): ProjectFields {
  return { name, description: description ?? '', category };
}

/** A form under way, beside what it started from. */
export interface ProjectEdit {
  readonly fields: ProjectFields;
  readonly base: ProjectFields;
}

/** Takes over what was changed elsewhere meanwhile, but for what the person has changed here. */
export function meet({ fields, base }: ProjectEdit, theirs: ProjectFields): ProjectEdit {
  const merge = (own: ProjectFields): ProjectFields => ({
    name: fields.name === base.name ? theirs.name : own.name,
    description: fields.description === base.description ? theirs.description : own.description,
    category: fields.category === base.category ? theirs.category : own.category,
  });
  return { fields: merge(fields), base: merge(base) };
}

/** Whether the same thing was changed here and elsewhere, and not alike. Ask once they have met. */
export function isContested({ fields, base }: ProjectEdit, theirs: ProjectFields): boolean {
  return (['name', 'description', 'category'] as const).some(
    (key) => theirs[key] !== base[key] && theirs[key] !== fields[key],
  );
}
