import { t } from '#web/texts/app.ts';
import { MenuItem } from '#web/ui/overlays/menu-item.tsx';
import type { ProjectNames } from '../add/find-project.ts';

interface ProjectItemsProps {
  projectNames: ProjectNames;
  /** Current project, not offered again; null without one, undefined for several tasks. */
  current?: string | null;
  onChoose: (projectId: string | null) => void;
}

/** Menu items for every project, and for none. */
export function ProjectItems({ projectNames, current, onChoose }: ProjectItemsProps) {
  return (
    <>
      {[...projectNames]
        .filter(([id]) => id !== current)
        .map(([id, name]) => (
          <MenuItem key={id} onSelect={() => onChoose(id)}>
            <span dir="auto" className="max-w-60 truncate">
              {name}
            </span>
          </MenuItem>
        ))}
      {current !== null && <MenuItem onSelect={() => onChoose(null)}>{t('tasks.bulk.no_project')}</MenuItem>}
    </>
  );
}
