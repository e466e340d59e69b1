import { messages } from '#domain/messages.ts';
import type { TaskCategory } from '#domain/task.ts';
import { isDuplicate } from '#web/lib/refusal.ts';
import { columnsOf, type Project, projectRow } from '#web/lib/rows.ts';
import { supabase } from '#web/lib/supabase.ts';

export interface NewProject {
  /** Made with the form, so that sending it twice adds one. */
  readonly client_id: string;
  readonly name: string;
  readonly description: string | null;
  readonly category: TaskCategory;
}

const COLUMNS = columnsOf(projectRow);

/** Adds a project of the signed-in user. Answers with the row that the server made. */
export async function addProject(project: NewProject): Promise<Project> {
  const server = await supabase();
  const { data: session } = await server.auth.getSession();
  if (session.session === null) throw new Error(messages.projects.notAuthenticated);
  const projects = server.from('projects');
  try {
    const added = await projects.insert(project).select(COLUMNS).single().throwOnError();
    return projectRow.parse(added.data);
  } catch (error) {
    if (!isDuplicate(error)) throw error;
    const known = projects.select(COLUMNS).eq('client_id', project.client_id).single();
    return projectRow.parse((await known.throwOnError()).data);
  }
}
