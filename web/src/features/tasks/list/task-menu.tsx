import ArrowUpDown from 'lucide-react/icons/arrow-up-down';
import Ellipsis from 'lucide-react/icons/ellipsis';
import Folder from 'lucide-react/icons/folder';
import Forward from 'lucide-react/icons/forward';
import ListPlus from 'lucide-react/icons/list-plus';
import Pencil from 'lucide-react/icons/pencil';
import Trash2 from 'lucide-react/icons/trash';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { t } from '#web/texts/app.ts';
import { IconButton } from '#web/ui/controls/icon-button.tsx';
import { Menu } from '#web/ui/overlays/menu.tsx';
import { MenuItem } from '#web/ui/overlays/menu-item.tsx';
import type { ProjectNames } from '../add/find-project.ts';
import type { ShownTask } from '../change/task-change.ts';
import type { TaskActions } from '../change/use-task-changes.ts';
import { useSelection } from '../choose/selection.ts';
import { useMove } from '../order/move-context.ts';
import { MoveItems } from './move-items.tsx';
import { ProjectItems } from './project-items.tsx';

interface TaskMenuProps {
  task: ShownTask;
  projectNames: ProjectNames;
  actions: TaskActions;
  onDelegate: (task: ShownTask) => void;
  disabled: boolean;
}

/** Menu of all actions on a task. */
export function TaskMenu({ disabled, ...props }: TaskMenuProps) {
  return (
    <Menu
      trigger={
        <IconButton label={t('tasks.more')} disabled={disabled}>
          <Ellipsis size={16} aria-hidden />
        </IconButton>
      }
    >
      <Items {...props} />
    </Menu>
  );
}

/** State resets each time the menu opens. */
function Items({ task, projectNames, actions, onDelegate }: Omit<TaskMenuProps, 'disabled'>) {
  const [submenu, setSubmenu] = useState<'move' | 'project' | null>(null);
  const move = useMove();
  if (submenu === 'move' && move)
    return (
      <Submenu>
        <MoveItems task={task} onMove={move} />
      </Submenu>
    );
  if (submenu === 'project')
    return (
      <Submenu>
        <ProjectItems
          projectNames={projectNames}
          current={task.project_id}
          onChoose={(projectId) => actions.move(task, projectId)}
        />
      </Submenu>
    );
  return (
    <>
      <MenuItem icon={<Pencil size={16} aria-hidden />} onSelect={() => actions.edit(task)}>
        {t('tasks.edit')}
      </MenuItem>
      <MenuItem icon={<Forward size={16} aria-hidden />} onSelect={() => onDelegate(task)}>
        {t('tasks.delegate_long')}
      </MenuItem>
      {!task.is_completed && (
        <MenuItem
          icon={<ListPlus size={16} aria-hidden />}
          onSelect={() => useSelection.getState().toggle(task.id)}
        >
          {t('tasks.choose')}
        </MenuItem>
      )}
      {move && !task.is_completed && (
        <MenuItem icon={<ArrowUpDown size={16} aria-hidden />} staysOpen onSelect={() => setSubmenu('move')}>
          {t('tasks.bulk.move')}
        </MenuItem>
      )}
      {projectNames.size > 0 && (
        <MenuItem icon={<Folder size={16} aria-hidden />} staysOpen onSelect={() => setSubmenu('project')}>
          {t('tasks.to_project')}
        </MenuItem>
      )}
      <MenuItem icon={<Trash2 size={16} aria-hidden />} damage onSelect={() => actions.remove(task)}>
        {t('tasks.delete')}
      </MenuItem>
    </>
  );
}

/** Replaces the other items. Moves focus, since the pressed item is gone. */
function Submenu({ children }: { children: ReactNode }) {
  const items = useRef<HTMLDivElement>(null);
  useEffect(() => items.current?.querySelector('button')?.focus(), []);
  return <div ref={items}>{children}</div>;
}
