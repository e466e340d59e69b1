import { useMemo } from 'react';
import { Answer } from '#web/features/delegation/answer/answer.tsx';
import { Known } from '#web/features/delegation/answer/links/known.ts';
import { knownAddresses } from '#web/features/delegation/answer/links/known-addresses.ts';
import { TaskWork } from '#web/features/delegation/task-work/task-work.tsx';
import type { ProjectNames } from '#web/features/tasks/add/find-project.ts';
import { TaskSheet } from '#web/features/tasks/open/task-sheet.tsx';
import type { OpenedView } from '#web/features/tasks/open/use-opened-task.ts';

interface OpenedTaskProps {
  id: string;
  projectNames: ProjectNames;
  onClose: () => void;
  onDelegate: (task: OpenedView) => void;
}

/** The opened task with everything about it. Loaded on demand. */
export function OpenedTask(props: OpenedTaskProps) {
  return <TaskSheet {...props} renderNotes={renderNotes} renderWork={renderWork} />;
}

const renderNotes = (notes: string) => <Notes notes={notes} />;
const renderWork = (task: OpenedView) => <TaskWork task={task} />;

/** The person typed the addresses themselves: all are links. */
function Notes({ notes }: { notes: string }) {
  const known = useMemo(() => knownAddresses(null, [notes]), [notes]);
  return (
    <Known value={known}>
      <Answer markdown={notes} language="" size="s" />
    </Known>
  );
}
