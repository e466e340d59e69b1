import { create } from 'zustand';
import { NEW_TASK, type TaskCategory } from '#domain/task.ts';
import type { TaskFields } from '../change/task-change.ts';
import { NO_FILTER, type TaskFilter } from './group-tasks.ts';

/** The fields of a project that its new tasks take over. */
export interface TaskProject {
  readonly id: string;
  readonly category: TaskCategory;
}

interface TaskView {
  readonly filter: TaskFilter;
  /** Page of completed tasks, from 0. */
  readonly page: number;
  /** Task to bring into view, however far down it is. */
  readonly revealed: string | null;
  /** The project whose page is open. */
  readonly project: TaskProject | null;
  readonly setFilter: (change: Partial<TaskFilter>) => void;
  readonly setPage: (page: number) => void;
  readonly setProject: (project: TaskProject | null) => void;
}

/** Filter, page and revealed task of the list. */
export const useTaskView = create<TaskView>((set) => ({
  filter: NO_FILTER,
  page: 0,
  revealed: null,
  project: null,
  setFilter: (change) => set(({ filter }) => ({ filter: { ...filter, ...change }, page: 0, revealed: null })),
  setPage: (page) => set({ page }),
  setProject: (project) => set({ project }),
}));

export interface NewTaskPlace {
  readonly fields: Omit<TaskFields, 'title'>;
  readonly project_id: string | null;
}

/** Defaults of a new task: the filter that the user is looking at. */
export function placeOfNewTask(): NewTaskPlace {
  const { filter, project } = useTaskView.getState();
  if (project) return { fields: { ...NEW_TASK, category: project.category }, project_id: project.id };
  const { category, timeframe } = filter;
  return {
    fields: {
      ...NEW_TASK,
      ...(category !== 'all' && { category }),
      ...(timeframe !== 'all' && { timeframe }),
    },
    project_id: null,
  };
}
