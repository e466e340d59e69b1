import * as z from 'zod/mini';
import { NEW_TASK, TASK_CATEGORIES, type TaskCategory } from '#domain/task.ts';

/** Form values of a project. */
export const projectFields = z.object({
  name: z.string(),
  description: z.string(),
  category: z.enum(TASK_CATEGORIES),
});
export type ProjectFields = z.infer<typeof projectFields>;

export const NEW_PROJECT: ProjectFields = { name: '', description: '', category: NEW_TASK.category };

export function fieldsOf({ name, description, category }: ProjectValues): ProjectFields {
  return { name, description: description ?? '', category };
}

export function hasSameFields(a: ProjectFields, b: ProjectFields): boolean {
  return a.name === b.name && a.description === b.description && a.category === b.category;
}

/** Stored values of a project. */
export interface ProjectValues {
  readonly name: string;
  readonly description: string | null;
  readonly category: TaskCategory;
}

export function toValues({ name, description, category }: ProjectFields): ProjectValues {
  const text = description.trim();
  return { name: name.trim(), description: text === '' ? null : text, category };
}

/** Values that were changed here; the others must not be overwritten. */
export function changedValues(values: ProjectValues, base: ProjectValues): Partial<ProjectValues> {
  return {
    ...(values.name !== base.name && { name: values.name }),
    ...(values.description !== base.description && { description: values.description }),
    ...(values.category !== base.category && { category: values.category }),
  };
}

/** A form in progress, with the values it started from. */
export interface ProjectEdit {
  readonly fields: ProjectFields;
  readonly base: ProjectFields;
}

/** Three-way merge: takes remote changes except for fields edited here. */
export function meet({ fields, base }: ProjectEdit, theirs: ProjectFields): ProjectEdit {
  const merge = (own: ProjectFields): ProjectFields => ({
    name: fields.name === base.name ? theirs.name : own.name,
    description: fields.description === base.description ? theirs.description : own.description,
    category: fields.category === base.category ? theirs.category : own.category,
  });
  return { fields: merge(fields), base: merge(base) };
}

/** True if a field was changed here and remotely to different values. Call after the merge. */
export function isContested({ fields, base }: ProjectEdit, theirs: ProjectFields): boolean {
  return (['name', 'description', 'category'] as const).some(
    (key) => theirs[key] !== base[key] && theirs[key] !== fields[key],
  );
}
