import type { ToolInput } from '../tool.ts';

/** Everything that the person typed about the task itself: checks accept its figures, names and addresses as known. */
export function ownWords({
  task,
  wish,
  instruction,
}: Pick<ToolInput, 'task' | 'wish' | 'instruction'>): string[] {
  return [task.title, wish, instruction, task.notes].filter((words) => words !== null);
}
