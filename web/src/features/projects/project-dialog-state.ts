import * as z from 'zod/mini';
import { create } from 'zustand';
import { newId } from '#web/lib/new-id.ts';
import type { Project } from '#web/lib/rows.ts';
import { fieldsOf, meet, NEW_PROJECT, type ProjectFields, projectFields } from './project-fields.ts';

/** Where a form was opened: the projects page words its results differently from all other pages. */
const place = z.enum(['projects', 'elsewhere']);
export type ProjectPlace = z.infer<typeof place>;

/** A form, and what stands in it at the moment. The id of a new project is made with it: sent twice, it adds one. */
export const projectForm = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('add'), client_id: z.string(), fields: projectFields, place }),
  z.object({ kind: z.literal('edit'), id: z.string(), fields: projectFields, base: projectFields, place }),
]);
export type ProjectFormState = z.infer<typeof projectForm>;

/** The question before a deletion. */
interface Question {
  readonly kind: 'delete';
  readonly project: Project;
  readonly onDeleted: (() => void) | undefined;
}

interface ProjectDialogState {
  readonly dialog: ProjectFormState | Question | null;
  readonly openAdd: (place: ProjectPlace) => void;
  readonly openEdit: (project: Project, place: ProjectPlace) => void;
  readonly openDelete: (project: Project, onDeleted?: () => void) => void;
  /** What is typed is kept here, not in the form: it outlives a sign-in in between. */
  readonly write: (change: Partial<ProjectFields>) => void;
  /** The project that is edited has been read anew. */
  readonly meet: (theirs: ProjectFields) => void;
  readonly close: () => void;
}

/** Which of the dialogs about projects is open. */
export const useProjectDialog = create<ProjectDialogState>((set) => ({
  dialog: null,
  openAdd: (from) => set({ dialog: { kind: 'add', client_id: newId(), fields: NEW_PROJECT, place: from } }),
  openEdit: (project, from) => {
    const fields = fieldsOf(project);
    set({ dialog: { kind: 'edit', id: project.id, fields, base: fields, place: from } });
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
  close: () => set({ dialog: null }),
}));
