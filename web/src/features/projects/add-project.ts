import { messages } from '#domain/messages.ts';
import type { TaskCategory } from '#domain/task.ts';
import { type Project, projectRow } from '#web/lib/rows.ts';
import { supabase } from '#web/lib/supabase.ts';

export interface NewProject {
  /** Made with the form, so that sending it twice adds one. */
  readonly client_id: string;
  readonly name: string;
  readonly description: string | null;
  readonly category: TaskCategory;
}

const COLUMNS = Object.keys(projectRow.shape).join(',');
const UNIQUE_VIOLATION = '23505';

/** Adds a project of the signed-in user. Answers with the row that the server made. */
export async function addProject(project: NewProject): Promise<Project> {
  const server = await supabase();
  const { data: session } = await server.auth.getSession();
  if (session.session === null) throw new Error(messages.projects.notAuthenticated);
  const projects = server.from('projects');
  const added = await projects.insert(project).select(COLUMNS).single();
  // It had arrived before, only the answer was lost.
  if (added.error?.code === UNIQUE_VIOLATION) {
    const known = await projects.select(COLUMNS).eq('client_id', project.client_id).single().throwOnError();
    return projectRow.parse(known.data);
  }
  if (added.error) throw added.error;
  return projectRow.parse(added.data);
}
