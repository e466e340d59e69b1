import type { Task } from '#domain/rows/task-row.ts';
import { Refused } from '#web/lib/server/refusal.ts';

/** The task was edited elsewhere since the user opened it here. */
export class ChangedElsewhere extends Refused {
  readonly task: Task;

  constructor(task: Task) {
    super('the task was changed elsewhere');
    this.task = task;
  }
}

/** The task was deleted elsewhere. */
export class DeletedElsewhere extends Refused {
  constructor() {
    super('the task was deleted elsewhere');
  }
}
