import { create } from 'zustand';
import { NO_FILTER, type TaskFilter } from './group-tasks.ts';

interface TaskView {
  readonly filter: TaskFilter;
  /** Of the completed tasks, from 0. */
  readonly page: number;
  readonly setFilter: (change: Partial<TaskFilter>) => void;
  readonly setPage: (page: number) => void;
}

/** What the person is looking at. */
export const useTaskView = create<TaskView>((set) => ({
  filter: NO_FILTER,
  page: 0,
  setFilter: (change) => set(({ filter }) => ({ filter: { ...filter, ...change }, page: 0 })),
  setPage: (page) => set({ page }),
}));
