import { type Project, projectRow } from '#domain/rows/project-row.ts';
import { isDuplicate, Refused } from '#web/lib/server/refusal.ts';
import { columnsOf } from '#web/lib/server/rows.ts';
import { supabase } from '#web/lib/server/supabase.ts';
import { t } from '#web/texts/later.ts';
import { readProject } from '../read-projects.ts';
import {
  changedValues,
  fieldsOf,
  isContested,
  meet,
  type ProjectFields,
  type ProjectValues,
  toValues,
} from './project-fields.ts';

export interface NewProject extends ProjectValues {
  readonly client_id: string;
}

/** A project could not be saved, with a user-facing reason. */
export class ProjectRefusedError extends Error {
  override readonly name = 'ProjectRefusedError';
}

/** Conflict: the same fields were changed remotely to values that the user hasn't seen. */
export class ProjectChangedError extends Refused {
  readonly project: Project;

  constructor(project: Project) {
    super('the project was changed elsewhere');
    this.project = project;
  }
}

/** After this, the save counts as failed and the form says so. */
const TIME_LIMIT_MS = 15_000;

const COLUMNS = columnsOf(projectRow);

/** Adds a project of the signed-in user. Returns the stored row. */
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

export interface ProjectChange {
  readonly id: string;
  readonly values: ProjectValues;
  /** The project as last seen by the user, and its version (`updated_at`), if known. */
  readonly seen: ProjectFields;
  readonly updatedAt: string | undefined;
}

/** Saves changed fields unless they conflict with a remote change. Returns the stored row. */
export async function changeProject({ id, values, seen, updatedAt }: ProjectChange): Promise<Project> {
  const changed = changedValues(values, toValues(seen));
  const isUnchanged = Object.keys(changed).length === 0;
  if (!isUnchanged && updatedAt !== undefined) {
    const saved = await updateProject(id, changed, updatedAt);
    if (saved !== null) return saved;
  }
  const project = await readProject(id, timeLimit());
  if (project === null) throw new ProjectRefusedError(t('projects.gone'));
  if (isUnchanged) return project;
  const theirs = fieldsOf(project);
  const met = meet({ fields: fieldsOf(values), base: seen }, theirs);
  if (isContested(met, theirs)) throw new ProjectChangedError(project);
  if (project.updated_at === undefined) throw new Error('the server has not told when the project was saved');
  // Only other parts were changed, so retry on top of the new version.
  return changeProject({ id, values: toValues(met.fields), seen: theirs, updatedAt: project.updated_at });
}

async function updateProject(
  id: string,
  changed: Partial<ProjectValues>,
  updatedAt: string,
): Promise<Project | null> {
  const server = await supabase();
  const update = server.from('projects').update(changed).eq('id', id).eq('updated_at', updatedAt);
  const { data } = await update.select(COLUMNS).abortSignal(timeLimit()).maybeSingle().throwOnError();
  return data === null ? null : projectRow.parse(data);
}

/** Moves a project to the trash. Its tasks stay, without a project. */
export async function deleteProject(id: string): Promise<void> {
  const server = await supabase();
  await server.from('projects').delete().eq('id', id).abortSignal(timeLimit()).throwOnError();
}

function timeLimit(): AbortSignal {
  return AbortSignal.timeout(TIME_LIMIT_MS);
}
