import type { AiTaskType } from '#domain/ai-task.ts';
import { EXAMPLE_TASKS, type ExampleFile } from '#domain/demo/example-tasks.ts';
import { DEFAULT_LANGUAGE } from '#domain/languages.ts';
import type { Task } from '#domain/rows/task-row.ts';
import type { DelegationChoices } from '#web/features/delegation/form/delegation-choices.ts';
import { removeUploads, uploadFile } from '#web/features/delegation/form/upload-file.ts';
import type { Addition } from '#web/features/tasks/change/task-change.ts';
import { logProblem } from '#web/lib/log.ts';
import { newId } from '#web/lib/new-id.ts';

export interface AddedExample {
  readonly task: Task;
  /** The delegation form as the example needs it. The demo's results are in English. */
  readonly choices: Pick<DelegationChoices, 'type' | 'language' | 'files'>;
}

/** Adds the example task of a tool, after its file was uploaded. */
export async function addExample(
  type: AiTaskType,
  add: (task: Addition) => Promise<readonly Task[]>,
): Promise<AddedExample> {
  const { title, category, priority, timeframe, file } = EXAMPLE_TASKS[type];
  const files = file === null ? [] : [await uploadExample(file)];
  try {
    const fields = { title, category, priority, timeframe };
    const [task] = await add({ client_id: newId(), fields, project_id: null });
    if (task === undefined) throw new Error('the server returned no task');
    return { task, choices: { type, language: DEFAULT_LANGUAGE, files } };
  } catch (error) {
    removeUploads(files.map(({ path }) => path)).catch((gone: unknown) =>
      logProblem('the file of an example was not removed', gone),
    );
    throw error;
  }
}

async function uploadExample({ name, type }: ExampleFile) {
  const response = await fetch(`/examples/${name}`);
  if (!response.ok) throw new Error(`${name} was answered with ${response.status}`);
  const file = new File([await response.blob()], name, { type });
  const { path, done } = uploadFile(file, () => undefined);
  await done;
  const { size } = file;
  return { id: newId(), name, size, sent: size, path, state: 'ready', isKept: false } as const;
}
