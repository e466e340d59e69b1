import type { ToolInput } from '../tool.ts';

/** Everything that the person typed about the task itself: checks accept its figures, names and addresses as known. */
export function ownWords({
  task,
  wish,
  answers,
  instruction,
}: Pick<ToolInput, 'task' | 'wish' | 'answers' | 'instruction'>): string[] {
  const said = answers.filter(({ assumed }) => !assumed).map(({ answer }) => answer);
  return [task.title, wish, ...said, instruction, task.notes].filter((words) => words !== null);
}
