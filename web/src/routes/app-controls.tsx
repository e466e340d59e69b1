import { useQueryClient } from '@tanstack/react-query';
import { useLocation, useNavigate } from 'react-router';
import { useProjectDialog } from '#web/features/projects/edit/project-dialog-state.ts';
import { useProjectNames } from '#web/features/projects/use-projects.ts';
import { usePalette } from '#web/features/search/open-palette.ts';
import { PaletteSlot } from '#web/features/search/palette-slot.tsx';
import { useShortcutsDialog } from '#web/features/shell/open-shortcuts.ts';
import { ShortcutsSlot } from '#web/features/shell/shortcuts-slot.tsx';
import { type RowAct, useShortcuts } from '#web/features/shell/use-shortcuts.ts';
import { useAddTask } from '#web/features/tasks/add/add-task-button.tsx';
import { QUICK_ADD_ID } from '#web/features/tasks/add/quick-text.tsx';
import { useTaskActions } from '#web/features/tasks/change/use-task-changes.ts';
import { useTaskDialog } from '#web/features/tasks/edit/task-dialog-state.ts';
import { findShownTask } from '#web/features/tasks/list/find-shown-task.ts';
import { placeOfNewTask } from '#web/features/tasks/list/task-view.ts';
import { pressUndo } from '#web/lib/page/toast.ts';
import { usePageGuard } from '#web/lib/session/use-page-guard.ts';
import { readCommands } from './commands/read-commands.ts';
import { startDelegation } from './commands/start-delegation.ts';
import { useOpenFind } from './commands/use-open-find.ts';

/** Commands of the palette and the shortcuts, on every page. */
export function AppControls() {
  const projectNames = useProjectNames();
  const openAdd = useTaskDialog((state) => state.openAdd);
  const acts = useActs();
  const openFind = useOpenFind();
  useShortcuts(acts);
  usePageGuard();
  return (
    <>
      <PaletteSlot
        readCommands={() => readCommands(acts)}
        projectNames={projectNames}
        onOpen={openFind}
        onDelegate={startDelegation}
        onAddTask={(title) => {
          const { fields, project_id } = placeOfNewTask();
          openAdd({ ...fields, title }, project_id);
        }}
      />
      <ShortcutsSlot />
    </>
  );
}

function useActs() {
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const addTask = useAddTask();
  const openProject = useProjectDialog((state) => state.openAdd);
  const onRow = useRowActs();
  return {
    addTask: () => {
      const field = document.getElementById(QUICK_ADD_ID);
      if (field) field.focus();
      else addTask();
    },
    addProject: () => openProject(pathname === '/projects' ? 'projects' : 'elsewhere'),
    search: usePalette((state) => state.open),
    undo: pressUndo,
    help: useShortcutsDialog((state) => state.open),
    goTo: (path: string) => void navigate(path),
    onRow,
  };
}

function useRowActs() {
  const client = useQueryClient();
  const actions = useTaskActions();
  return (act: RowAct, taskId: string): void => {
    const task = findShownTask(client, taskId);
    // A task that isn't on the server yet can't be acted on.
    if (task === undefined || task.isNew) return;
    if (act === 'open') actions.open(task);
    else if (act === 'complete') actions.complete(task);
    else if (act === 'edit') actions.edit(task);
    else if (act === 'delete') actions.remove(task);
    else if (!task.is_completed) startDelegation(task);
  };
}
