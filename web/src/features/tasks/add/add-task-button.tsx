import Plus from 'lucide-react/icons/plus';
import { t } from '#web/texts/app.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { useTaskDialog } from '../edit/task-dialog-state.ts';
import { placeOfNewTask } from '../list/task-view.ts';

/** Opens the form with defaults from the current view. */
export function useAddTask(): () => void {
  const openAdd = useTaskDialog((state) => state.openAdd);
  return () => {
    const { fields, project_id } = placeOfNewTask();
    openAdd(fields, project_id);
  };
}

export function AddTaskButton() {
  const add = useAddTask();
  return (
    <Button look="primary" icon={<Plus size={16} aria-hidden />} onClick={add}>
      {t('tasks.add')}
    </Button>
  );
}
