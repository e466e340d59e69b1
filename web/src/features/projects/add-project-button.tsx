import FolderPlus from 'lucide-react/icons/folder-plus';
import Plus from 'lucide-react/icons/plus';
import { t } from '#web/texts/app.ts';
import { Button, type ButtonProps } from '#web/ui/controls/button.tsx';
import { type ProjectPlace, useProjectDialog } from './edit/project-dialog-state.ts';

interface AddProjectButtonProps extends Pick<ButtonProps, 'look' | 'className'> {
  place: ProjectPlace;
}

/** Opens the form for a new project. Has its own icon, to differ from the task buttons beside it. */
export function AddProjectButton({ place, ...button }: AddProjectButtonProps) {
  const openAdd = useProjectDialog((state) => state.openAdd);
  const Icon = place === 'projects' ? Plus : FolderPlus;
  return (
    <Button {...button} icon={<Icon size={16} aria-hidden />} onClick={() => openAdd(place)}>
      {t('projects.add')}
    </Button>
  );
}
