import type { TaskCategory } from '#domain/task.ts';
import { isDuplicate } from '#web/lib/refusal.ts';
import { columnsOf, type Project, projectRow } from '#web/lib/rows.ts';
import { supabase } from '#web/lib/supabase.ts';
import { t } from '#web/texts/app.ts';

/** What is stored of what a person says about a project. */
export interface ProjectValues {
  readonly name: string;
  readonly description: string | null;
  readonly category: TaskCategory;
}

export interface NewProject extends ProjectValues {
  readonly client_id: string;
}

/** A project could not be saved for a reason that a person may read. */
export class ProjectRefusedError extends Error {
  override readonly name = 'ProjectRefusedError';
}

/** Without an answer by then it has failed, and the form says so. */
const TIME_LIMIT_MS = 15_000;

const COLUMNS = columnsOf(projectRow);

/** Adds a project of the signed-in user. Answers with the row that the server made. */
export async function addProject(project: NewProject): Promise<Project> {
  const server = await supabase();
  const { data: session } = await server.auth.getSession();
  if (session.session === null) throw new ProjectRefusedError(t('projects.not_authenticated'));
  const projects = server.from('projects');
  try {
    const added = projects.insert(project).select(COLUMNS).abortSignal(timeLimit()).single();
    return projectRow.parse((await added.throwOnError()).data);
  } catch (error) {
    if (!isDuplicate(error)) throw error;
    const { client_id } = project;
    const known = projects.select(COLUMNS).eq('client_id', client_id).abortSignal(timeLimit()).single();
    return projectRow.parse((await known.throwOnError()).data);
  }
}

/** Changes a project. Answers with the row as it is now. */
export async function changeProject(id: string, values: ProjectValues): Promise<Project> {
  const server = await supabase();
  const { data } = await server
    .from('projects')
    .update(values)
    .eq('id', id)
    .select(COLUMNS)
    .abortSignal(timeLimit())
    .maybeSingle()
    .throwOnError();
  if (data === null) throw new ProjectRefusedError(t('projects.gone'));
  return projectRow.parse(data);
}

/** Moves a project to the trash. Its tasks stay, without it. */
export async function deleteProject(id: string): Promise<void> {
  const server = await supabase();
  await server.from('projects').delete().eq('id', id).abortSignal(timeLimit()).throwOnError();
}

function timeLimit(): AbortSignal {
  return AbortSignal.timeout(TIME_LIMIT_MS);
}
