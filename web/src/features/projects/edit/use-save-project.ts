import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import type { Project } from '#domain/rows/project-row.ts';
import { logProblem } from '#web/lib/log.ts';
import { type NotifyOptions, notify } from '#web/lib/page/toast.ts';
import { queryKeys } from '#web/lib/server/query-keys.ts';
import { putLatest } from '#web/lib/server/refetch.ts';
import { isRefusal } from '#web/lib/server/refusal.ts';
import { t } from '#web/texts/later.ts';
import { NEW_PLACE, type ProjectPlace, useProjectDialog } from './project-dialog-state.ts';
import {
  addProject,
  changeProject,
  type NewProject,
  type ProjectChange,
  ProjectChangedError,
  ProjectRefusedError,
} from './save-project.ts';

/** Fail at once when offline: a form that waits for the network would look stuck. */
export const FROM_A_FORM = {
  networkMode: 'always',
  retry: (failures: number, error: Error) =>
    failures < 1 && !isRefusal(error) && !(error instanceof ProjectRefusedError),
} as const;

interface Addition {
  readonly project: NewProject;
  readonly place: ProjectPlace;
}

export function useAddProject() {
  const client = useQueryClient();
  return useMutation({
    ...FROM_A_FORM,
    mutationFn: ({ project }: Addition) => addProject(project),
    onSuccess: (project, { place }) => {
      useProjectDialog.getState().forget(NEW_PLACE);
      changeList(client, (known) => [project, ...known.filter(({ id }) => id !== project.id)]);
      notify.success(t(place === 'projects' ? 'projects.created' : 'projects.added'));
    },
    onError: (error, { place }) => {
      logProblem('a project could not be added', error);
      notify.error(t(place === 'projects' ? 'projects.create_failed' : 'projects.add_failed'), reason(error));
    },
  });
}

interface Change {
  readonly change: ProjectChange;
  readonly place: ProjectPlace;
}

export function useChangeProject() {
  const client = useQueryClient();
  return useMutation({
    ...FROM_A_FORM,
    mutationFn: ({ change }: Change) => changeProject(change),
    onSuccess: (project, { place }) => {
      useProjectDialog.getState().forget(project.id);
      show(client, project);
      notify.success(t(place === 'projects' ? 'projects.updated_on_page' : 'projects.updated'));
    },
    onError: (error) => {
      // The open form shows both versions and asks.
      if (error instanceof ProjectChangedError) return show(client, error.project);
      logProblem('a project could not be changed', error);
      notify.error(t('projects.update_failed'), reason(error));
    },
  });
}

function show(client: QueryClient, project: Project): void {
  changeList(client, (known) => known.map((row) => (row.id === project.id ? project : row)));
  putLatest<Project>(client, queryKeys.project(project.id), (known) => known && project);
}

/** Updates the cached list with the server's response. Without a cached list, it is read when shown. */
export function changeList(client: QueryClient, change: (known: Project[]) => Project[]): void {
  putLatest<Project[]>(client, queryKeys.projects, (known) => known && change(known));
}

/** Detail below the specified error text: the reason, or what happened to the text. */
function reason(error: Error): NotifyOptions {
  return { detail: error instanceof ProjectRefusedError ? error.message : t('projects.text_kept') };
}
