import { Ellipsis, Forward, Pencil, Trash2 } from 'lucide-react';
import { messages } from '#domain/messages.ts';
import { IconButton } from '#web/ui/icon-button.tsx';
import { Menu } from '#web/ui/menu.tsx';
import { MenuItem } from '#web/ui/menu-item.tsx';
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
        <IconButton label="More" disabled={disabled}>
          <Ellipsis size={16} aria-hidden />
        </IconButton>
      }
    >
      <MenuItem icon={<Pencil size={16} aria-hidden />} onSelect={() => actions.edit(task)}>
        {messages.labels.editTask}
      </MenuItem>
      <MenuItem icon={<Forward size={16} aria-hidden />} onSelect={() => onDelegate(task)}>
        {messages.labels.delegate}
      </MenuItem>
      <MenuItem icon={<Trash2 size={16} aria-hidden />} damage onSelect={() => actions.remove(task)}>
        Delete
      </MenuItem>
    </Menu>
  );
}
