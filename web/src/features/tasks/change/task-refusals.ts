import type { Task } from '#domain/rows/task-row.ts';
import { Refused } from '#web/lib/server/refusal.ts';

/** The task was edited elsewhere since the user opened it here. */
export class ChangedElsewhere extends Refused {
  readonly task: Task;
  /** Where they were written. */
  readonly notes: string;

  constructor(task: Task, notes = '') {
    super('the task was changed elsewhere');
    this.task = task;
    this.notes = notes;
  }
}

/** The task was deleted elsewhere. */
export class DeletedElsewhere extends Refused {
  constructor() {
    super('the task was deleted elsewhere');
  }
}
