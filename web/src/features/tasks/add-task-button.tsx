import { Plus } from 'lucide-react';
import { messages } from '#domain/messages.ts';
import { Button } from '#web/ui/button.tsx';
import { useTaskDialog } from './task-dialog-state.ts';
import { useTaskView } from './task-view.ts';

/** Opens the form with what the filters say already filled in. */
export function useAddTask(): () => void {
  const openAdd = useTaskDialog((state) => state.openAdd);
  return () => {
    const { category, timeframe } = useTaskView.getState().filter;
    openAdd({ ...(category !== 'all' && { category }), ...(timeframe !== 'all' && { timeframe }) });
  };
}

export function AddTaskButton() {
  const add = useAddTask();
  return (
    <Button look="primary" icon={<Plus size={16} aria-hidden />} onClick={add}>
      {messages.labels.addTask}
    </Button>
  );
}
