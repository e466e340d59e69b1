import * as z from 'zod/mini';
import { create } from 'zustand';
import { TASK_NOTES_MAX, TASK_TITLE_MAX } from '#domain/task.ts';
import { createDraft } from '#web/lib/device/create-draft.ts';
import type { WrittenValues } from '../change/task-change.ts';

const texts = z.partial(z.object({ title: z.string(), notes: z.string() }));
/** The texts of an opened task that are saved as one types. */
export type TaskTexts = Readonly<z.infer<typeof texts>>;
export type TextField = 'title' | 'notes';

const draft = z.object({
  values: texts,
  /** Stored values when the typing began: the base of the merge. */
  base: texts,
});
type Draft = Readonly<z.infer<typeof draft>>;

interface TaskDrafts {
  /** Texts that the server hasn't confirmed, by task. */
  readonly drafts: Readonly<Record<string, Draft>>;
  /** Values that were saved elsewhere under a draft, by task. The user chooses; until then nothing is sent. */
  readonly conflicts: Readonly<Record<string, TaskTexts>>;
  /** When a task was last saved here, in milliseconds. */
  readonly saved: Readonly<Record<string, number>>;
  readonly write: (id: string, field: TextField, text: string, stored: string) => void;
  /** Drops what the server has confirmed. What was typed since stays. */
  readonly settle: (id: string, sent: WrittenValues) => void;
  readonly disagree: (id: string, theirs: TaskTexts) => void;
  /** Drops a draft, for the version that was saved elsewhere. */
  readonly drop: (id: string) => void;
  /** Keeps a draft, which then replaces the version that was saved elsewhere. */
  readonly keep: (id: string) => void;
}

/** Texts of opened tasks, from the first letter until the server has them. */
export const useTaskDrafts = create<TaskDrafts>((set) => ({
  drafts: {},
  conflicts: {},
  saved: {},
  write: (id, field, text, stored) =>
    set(({ drafts }) => {
      const { values = {}, base = {} } = drafts[id] ?? {};
      return {
        drafts: {
          ...drafts,
          [id]: { values: { ...values, [field]: text }, base: { [field]: stored, ...base } },
        },
      };
    }),
  settle: (id, sent) =>
    set(({ drafts, saved }) => ({
      drafts: settled(drafts, id, sent),
      saved: { ...saved, [id]: Date.now() },
    })),
  disagree: (id, theirs) => set(({ conflicts }) => ({ conflicts: { ...conflicts, [id]: theirs } })),
  drop: (id) =>
    set(({ drafts, conflicts }) => ({ drafts: without(drafts, id), conflicts: without(conflicts, id) })),
  keep: (id) =>
    set(({ drafts, conflicts }) => {
      const kept = drafts[id];
      const base = { ...kept?.base, ...conflicts[id] };
      return {
        conflicts: without(conflicts, id),
        ...(kept && { drafts: { ...drafts, [id]: { ...kept, base } } }),
      };
    }),
}));

function without<Value>(record: Readonly<Record<string, Value>>, id: string): Record<string, Value> {
  const { [id]: _dropped, ...others } = record;
  return others;
}

function settled(drafts: TaskDrafts['drafts'], id: string, sent: WrittenValues): TaskDrafts['drafts'] {
  const known = drafts[id];
  if (!known) return drafts;
  const values: TaskTexts = {
    ...(isOpen(known.values.title?.trim(), sent.title) && { title: known.values.title }),
    ...(isOpen(known.values.notes, sent.notes) && { notes: known.values.notes }),
  };
  if (Object.keys(values).length === 0) return without(drafts, id);
  const base = {
    ...known.base,
    ...(sent.title !== undefined && { title: sent.title }),
    ...(sent.notes !== undefined && { notes: sent.notes }),
  };
  return { ...drafts, [id]: { values, base } };
}

const isOpen = (typed: string | undefined, sent: string | undefined): boolean =>
  typed !== undefined && typed !== sent;

/** A draft as a change of values; undefined if nothing in it can be sent or is left to send. */
export function toWrite({
  values,
  base,
}: Draft): { readonly values: TaskTexts; readonly base: TaskTexts } | undefined {
  const title = values.title?.trim();
  const { notes } = values;
  const sent: TaskTexts = {
    ...(title && title.length <= TASK_TITLE_MAX && title !== base.title && { title }),
    ...(notes !== undefined &&
      Array.from(notes).length <= TASK_NOTES_MAX &&
      notes !== base.notes && { notes }),
  };
  return Object.keys(sent).length > 0 ? { values: sent, base } : undefined;
}

/** Keeps drafts across a reload or sign-in. */
export const keepTaskDraftsOf = createDraft({
  key: 'errand-opened-task',
  schema: z.record(z.string(), draft),
  read: () => {
    const { drafts } = useTaskDrafts.getState();
    return Object.keys(drafts).length > 0 ? { ...drafts } : null;
  },
  restore: (drafts) => useTaskDrafts.setState({ drafts, conflicts: {}, saved: {} }),
  clear: () => useTaskDrafts.setState({ drafts: {}, conflicts: {}, saved: {} }),
  subscribe: (changed) => void useTaskDrafts.subscribe(changed),
});
