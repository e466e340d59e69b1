import { Ellipsis, Forward, ListPlus, Pencil, Trash2 } from 'lucide-react';
import { t } from '#web/texts/app.ts';
import { IconButton } from '#web/ui/icon-button.tsx';
import { Menu } from '#web/ui/menu.tsx';
import { MenuItem } from '#web/ui/menu-item.tsx';
import { useSelection } from './selection.ts';
import type { ShownTask } from './task-change.ts';
import type { TaskActions } from './use-task-changes.ts';

interface TaskMenuProps {
  task: ShownTask;
  actions: TaskActions;
  onDelegate: (task: ShownTask) => void;
  disabled: boolean;
}

/** Everything that can be done with a task, by name. */
export function TaskMenu({ task, actions, onDelegate, disabled }: TaskMenuProps) {
  return (
    <Menu
      trigger={
        <IconButton label={t('tasks.more')} disabled={disabled}>
          <Ellipsis size={16} aria-hidden />
        </IconButton>
      }
    >
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
      <MenuItem icon={<Trash2 size={16} aria-hidden />} damage onSelect={() => actions.remove(task)}>
        {t('tasks.delete')}
      </MenuItem>
    </Menu>
  );
}
