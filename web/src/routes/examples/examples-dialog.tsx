import { useState } from 'react';
import { type AiTaskType, TOOLS, typesOf } from '#domain/ai-task.ts';
import { EXAMPLE_TASKS } from '#domain/demo/example-tasks.ts';
import { useDelegationDialogs } from '#web/features/delegation/open-delegation.ts';
import { toolName } from '#web/features/delegation/tools.ts';
import { useTaskMutation } from '#web/features/tasks/change/use-task-changes.ts';
import { logProblem } from '#web/lib/log.ts';
import { useExamples } from '#web/lib/models/open-examples.ts';
import { t } from '#web/texts/soon.ts';
import { InlineError } from '#web/ui/feedback/inline-error.tsx';
import { TOOL_ICONS } from '#web/ui/marks/tool-icons.ts';
import { Dialog } from '#web/ui/overlays/dialog.tsx';
import { addExample } from './add-example.ts';

/** The example tasks of the demo. Selecting one adds it and opens its delegation with the tool chosen. */
export function ExamplesDialog() {
  const close = useExamples((state) => state.close);
  const openDelegate = useDelegationDialogs((state) => state.openDelegate);
  const { mutateAsync } = useTaskMutation();
  const [adding, setAdding] = useState<AiTaskType | null>(null);
  const [hasFailed, setHasFailed] = useState(false);

  const select = async (type: AiTaskType) => {
    setAdding(type);
    setHasFailed(false);
    try {
      const { task, choices } = await addExample(type, (addition) =>
        mutateAsync({ kind: 'add', ...addition }),
      );
      close();
      openDelegate(task, choices);
    } catch (error) {
      logProblem('an example was not added', error);
      setHasFailed(true);
    }
    setAdding(null);
  };

  return (
    <Dialog open onClose={close} title={t('examples.title')} description={t('examples.hint')}>
      {hasFailed && <InlineError>{t('examples.failed')}</InlineError>}
      <ul className="border-t border-line">
        {typesOf(TOOLS).map((type) => {
          const Icon = TOOL_ICONS[type];
          return (
            <li key={type} className="border-b border-line">
              <button
                type="button"
                disabled={adding !== null}
                onClick={() => void select(type)}
                className="grid min-h-14 w-full grid-cols-[28px_minmax(0,1fr)] items-center py-2 text-start hover:bg-ink-wash"
              >
                <Icon size={18} aria-hidden className="text-text-2" />
                <span>
                  <span className="block">{EXAMPLE_TASKS[type].title}</span>
                  <span className="type-meta block text-text-3">
                    {type === adding ? t('examples.adding') : toolName(type)}
                  </span>
                </span>
              </button>
            </li>
          );
        })}
      </ul>
    </Dialog>
  );
}
