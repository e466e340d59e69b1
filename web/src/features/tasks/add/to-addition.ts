import { newId } from '#web/lib/new-id.ts';
import type { Addition, TaskFields } from '../change/task-change.ts';
import { placeOfNewTask } from '../list/task-view.ts';
import type { ProjectNames } from './find-project.ts';
import { readQuickAdd } from './read-quick-add.ts';

/** A new task as a line says it. What was said wins, then what the place shows, then the defaults. */
export function toAddition(text: string, projectNames: ProjectNames, plain?: ReadonlySet<string>): Addition {
  const { title, tokens } = readQuickAdd(text, projectNames, plain);
  const place = placeOfNewTask();
  const said = tokens.filter(({ kind }) => kind !== 'project').map(({ kind, value }) => [kind, value]);
  const fields: TaskFields = { ...place.fields, ...Object.fromEntries(said), title };
  const project = tokens.find(({ kind }) => kind === 'project');
  return { client_id: newId(), fields, project_id: project?.value ?? place.project_id, typed: text };
}
