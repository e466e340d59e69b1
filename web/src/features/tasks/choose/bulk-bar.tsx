import Calendar from 'lucide-react/icons/calendar';
import Check from 'lucide-react/icons/check';
import Folder from 'lucide-react/icons/folder';
import Trash2 from 'lucide-react/icons/trash';
import X from 'lucide-react/icons/x';
import type { ReactNode } from 'react';
import { toWhen } from '#domain/days.ts';
import { TASK_TIMEFRAMES } from '#domain/task.ts';
import { currentDays } from '#web/lib/device/local-day.ts';
import { t } from '#web/texts/soon.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { IconButton } from '#web/ui/controls/icon-button.tsx';
import { Menu } from '#web/ui/overlays/menu.tsx';
import { MenuItem } from '#web/ui/overlays/menu-item.tsx';
import type { ProjectNames } from '../add/find-project.ts';
import type { TaskChange } from '../change/task-change.ts';
import { useTaskChange } from '../change/use-task-changes.ts';
import { ProjectItems } from '../list/project-items.tsx';
import { useSelection } from './selection.ts';

export interface BulkBarProps {
  /** Selected tasks that still exist. */
  ids: readonly string[];
  projectNames: ProjectNames;
}

/** Toolbar for the selected tasks. */
export function BulkBar({ ids, projectNames }: BulkBarProps) {
  const change = useTaskChange();
  const clear = useSelection((state) => state.clear);
  const act = (done: TaskChange) => {
    change(done);
    clear();
  };
  const set = (values: (TaskChange & { kind: 'change_many' })['values']) =>
    act({ kind: 'change_many', ids: [...ids], values });
  return (
    <section aria-label={t('tasks.bulk')} className="bulk-bar">
      <output className="type-ui me-2 whitespace-nowrap">
        {t('tasks.bulk.count', { count: ids.length })}
      </output>
      <Act icon={<Check size={16} aria-hidden />} onClick={() => set({ is_completed: true })}>
        {t('tasks.bulk.complete')}
      </Act>
      <Menu trigger={<Act icon={<Calendar size={16} aria-hidden />}>{t('tasks.bulk.move')}</Act>}>
        {TASK_TIMEFRAMES.map((timeframe) => (
          <MenuItem key={timeframe} onSelect={() => set(toWhen(timeframe, currentDays()))}>
            {t(`tasks.timeframe.${timeframe}`)}
          </MenuItem>
        ))}
      </Menu>
      {projectNames.size > 0 && (
        <Menu trigger={<Act icon={<Folder size={16} aria-hidden />}>{t('tasks.bulk.project')}</Act>}>
          <ProjectItems projectNames={projectNames} onChoose={(project_id) => set({ project_id })} />
        </Menu>
      )}
      <Act
        icon={<Trash2 size={16} aria-hidden />}
        onClick={() => act({ kind: 'delete_many', ids: [...ids] })}
      >
        {t('tasks.delete')}
      </Act>
      <IconButton label={t('tasks.bulk.clear')} size={32} onClick={clear}>
        <X size={16} aria-hidden />
      </IconButton>
    </section>
  );
}

interface ActProps {
  icon: ReactNode;
  children: ReactNode;
  onClick?: () => void;
}

/** Forwards the props that a menu passes to its trigger. */
function Act({ icon, children, ...button }: ActProps) {
  return (
    <Button {...button} look="plain" size="s" icon={icon}>
      {children}
    </Button>
  );
}
