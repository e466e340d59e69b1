import * as z from 'zod/mini';
import { create } from 'zustand';
import type { Project } from '#domain/rows/project-row.ts';
import { newId } from '#web/lib/new-id.ts';
import {
  fieldsOf,
  hasSameFields,
  meet,
  NEW_PROJECT,
  type ProjectFields,
  projectFields,
} from './project-fields.ts';

/** Page that opened the form; the projects page has its own success messages. */
const place = z.enum(['projects', 'elsewhere']);
export type ProjectPlace = z.infer<typeof place>;

/** A form and its values. A new project's id is created with the form, so that resending is idempotent. */
export const projectForm = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('add'), client_id: z.string(), fields: projectFields, place }),
  z.object({ kind: z.literal('edit'), id: z.string(), fields: projectFields, base: projectFields, place }),
]);
export type ProjectFormState = z.infer<typeof projectForm>;

export const leftProjectForms = z.record(z.string(), projectForm);
export type LeftProjectForms = Readonly<z.infer<typeof leftProjectForms>>;

/** A delete confirmation. */
interface Question {
  readonly kind: 'delete';
  readonly project: Project;
  readonly onDeleted: (() => void) | undefined;
}

interface ProjectDialogState {
  readonly dialog: ProjectFormState | Question | null;
  /** Unsubmitted drafts by project, restored when the form reopens. */
  readonly left: LeftProjectForms;
  readonly openAdd: (place: ProjectPlace) => void;
  readonly openEdit: (project: Project, place: ProjectPlace) => void;
  readonly openDelete: (project: Project, onDeleted?: () => void) => void;
  /** Keeps values outside the form, so that they survive a sign-in. */
  readonly write: (change: Partial<ProjectFields>) => void;
  /** Merges remote changes into the project being edited. */
  readonly meet: (theirs: ProjectFields) => void;
  /** Closes by Escape and the like; keeps the draft. */
  readonly leave: () => void;
  /** Closes after sending, or on Cancel; drops the draft. */
  readonly close: () => void;
  /** Drops the draft: it has been stored. */
  readonly forget: (place: string) => void;
}

/** Which project dialog is open, with drafts of the others. */
export const useProjectDialog = create<ProjectDialogState>((set) => ({
  dialog: null,
  left: {},
  openAdd: (from) =>
    set((state) => reopen(state, { kind: 'add', client_id: newId(), fields: NEW_PROJECT, place: from })),
  openEdit: (project, from) => {
    const fields = fieldsOf(project);
    set((state) => reopen(state, { kind: 'edit', id: project.id, fields, base: fields, place: from }));
  },
  openDelete: (project, onDeleted) => set({ dialog: { kind: 'delete', project, onDeleted } }),
  write: (change) =>
    set(({ dialog }) =>
      dialog === null || dialog.kind === 'delete'
        ? {}
        : { dialog: { ...dialog, fields: { ...dialog.fields, ...change } } },
    ),
  meet: (theirs) =>
    set(({ dialog }) => (dialog?.kind === 'edit' ? { dialog: { ...dialog, ...meet(dialog, theirs) } } : {})),
  leave: () => set((state) => ({ dialog: null, left: leftBy(state) })),
  close: () => set({ dialog: null }),
  forget: (place) => set(({ left: { [place]: _stored, ...left } }) => ({ left })),
}));

type Forms = Pick<ProjectDialogState, 'dialog' | 'left'>;

/** Restores a draft, or starts with the given form. */
function reopen({ left }: Forms, form: ProjectFormState): Forms {
  const { [placeOf(form)]: found, ...rest } = left;
  return { dialog: found ? { ...found, place: form.place } : form, left: rest };
}

/** Drafts after closing the open form. */
function leftBy({ dialog, left }: Forms): LeftProjectForms {
  if (dialog === null || dialog.kind === 'delete' || !isWritten(dialog)) return left;
  return { ...left, [placeOf(dialog)]: dialog };
}

/** Draft key of a new project; an existing one uses its id. */
export const NEW_PLACE = 'add';

function placeOf(form: ProjectFormState): string {
  return form.kind === 'edit' ? form.id : NEW_PLACE;
}

/** True if the form holds anything that would be lost. */
export function isWritten(form: ProjectFormState): boolean {
  return !hasSameFields(form.fields, form.kind === 'edit' ? form.base : NEW_PROJECT);
}
