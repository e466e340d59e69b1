import type { RunStep } from '#domain/run/run-steps.ts';
import { aboutStep } from '../prompts/about-person.ts';
import { frameTask } from '../prompts/frame-task.ts';
import type { ToolInput } from '../tool.ts';

/**
 * Steps that show which parts of the user's input went to planner and writer. `room`: tokens available for it.
 */
export function sentSteps(input: ToolInput, room: number): RunStep[] {
  const { project, about, previous, notesCharacters } = frameTask(input, '', room);
  const steps: RunStep[] = [{ key: 'read_task', params: { title: input.task.title } }];
  if (notesCharacters > 0) {
    steps.push({ key: 'used_notes', params: { characters: notesCharacters, of: input.task.notes.length } });
  }
  if (project) {
    const { title, description, taskTitles, of } = project.packed;
    steps.push({
      key: 'used_project',
      params: { title, tasks: taskTitles.length, of, description: description !== null },
    });
  }
  if (about) steps.push(aboutStep(about.packed));
  if (previous) steps.push({ key: 'used_previous_answer', params: { characters: previous.length } });
  return steps;
}
