import { Plus } from 'lucide-react';
import { type KeyboardEvent, useState } from 'react';
import { NEW_TASK, TASK_TITLE_MAX } from '#domain/task.ts';
import { newId } from '#web/lib/new-id.ts';
import { QuickChips } from './quick-chips.tsx';
import { QuickText } from './quick-text.tsx';
import { type QuickToken, readQuickAdd } from './read-quick-add.ts';
import type { TaskChange, TaskFields } from './task-change.ts';
import { useTaskView } from './task-view.ts';
import { useTaskChange } from './use-task-changes.ts';

const NOTHING: ReadonlySet<string> = new Set();

/** One line to write a task as it is said. What is understood is underlined, and can be taken back below. */
export function QuickAdd({ projectNames }: { projectNames: ReadonlyMap<string, string> }) {
  const change = useTaskChange();
  const [text, setText] = useState('');
  const [plain, setPlain] = useState(NOTHING);
  const { title, tokens } = readQuickAdd(text, projectNames, plain);

  const submit = () => {
    if (title === '') return;
    // A refusal brings the text back, in the form: see refuse() where changes are registered.
    change(toAddition(title, tokens));
    setText('');
    setPlain(NOTHING);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    // While an input method composes a word, Enter belongs to it.
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
    event.preventDefault();
    submit();
  };
  return (
    <div className="rounded-control border border-control bg-raised focus-within:border-transparent focus-within:outline-2 focus-within:-outline-offset-1 focus-within:outline-ink">
      <div className="flex min-h-11 items-start gap-3 px-3 py-2.25">
        <Plus size={18} aria-hidden className="mt-0.75" />
        <QuickText
          text={text}
          tokens={tokens}
          maxLength={TASK_TITLE_MAX}
          onChange={setText}
          onKeyDown={onKeyDown}
        />
        {title !== '' && <kbd className="mt-0.5 max-md:hidden">Enter</kbd>}
      </div>
      <QuickChips
        tokens={tokens}
        projectNames={projectNames}
        onRemove={({ word }) => setPlain(new Set([...plain, word]))}
      />
    </div>
  );
}

/** What was said wins, then what the filters show, then the defaults. */
function toAddition(title: string, tokens: readonly QuickToken[]): TaskChange {
  const { category, timeframe } = useTaskView.getState().filter;
  const fields: TaskFields = {
    ...NEW_TASK,
    ...(category !== 'all' && { category }),
    ...(timeframe !== 'all' && { timeframe }),
    ...Object.fromEntries(
      tokens.filter(({ kind }) => kind !== 'project').map(({ kind, value }) => [kind, value]),
    ),
    title,
  };
  const project = tokens.find(({ kind }) => kind === 'project');
  return { kind: 'add', client_id: newId(), fields, project_id: project?.value ?? null };
}
