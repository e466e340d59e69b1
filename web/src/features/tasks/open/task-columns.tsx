import ChevronDown from 'lucide-react/icons/chevron-down';
import { SHOWN_GROUPS, toShownGroup, toWhen } from '#domain/days.ts';
import { TASK_CATEGORIES, TASK_PRIORITIES, TASK_TIMEFRAMES } from '#domain/task.ts';
import { useDays } from '#web/lib/device/local-day.ts';
import { t } from '#web/texts/soon.ts';
import type { ProjectNames } from '../add/find-project.ts';
import type { WrittenValues } from '../change/task-change.ts';
import { useTaskChange } from '../change/use-task-changes.ts';
import type { OpenedView } from './use-opened-task.ts';

interface TaskColumnsProps {
  task: OpenedView;
  projectNames: ProjectNames;
}

/** Project, timeframe, priority and category in one line, each saved when chosen. */
export function TaskColumns({ task, projectNames }: TaskColumnsProps) {
  const change = useTaskChange();
  const { id, project_id, timeframe, priority, category } = task;
  const days = useDays();
  const shown = toShownGroup(task, days);
  // What is left from before can move to any of the four.
  const groups = shown === 'before' ? SHOWN_GROUPS : TASK_TIMEFRAMES;
  const set = (values: WrittenValues, base: WrittenValues) => change({ kind: 'write', id, values, base });
  const projects = [
    { value: '', label: t('tasks.bulk.no_project') },
    ...[...projectNames].map(([value, label]) => ({ value, label })),
  ];
  return (
    <div className="grid grid-cols-2 gap-x-3 gap-y-2 border-y border-line py-2 md:grid-cols-4">
      <Column
        label={t('tasks.open.project')}
        value={project_id ?? ''}
        options={projects}
        onChoose={(value) => set({ project_id: value === '' ? null : value }, { project_id })}
      />
      <Column
        label={t('tasks.timeframe')}
        value={shown}
        options={groups.map((value) => ({
          value,
          label: t(value === 'before' ? 'tasks.before' : `tasks.timeframe.${value}`),
        }))}
        onChoose={(value) => value !== 'before' && set(toWhen(value, days), { timeframe })}
      />
      <Column
        label={t('tasks.priority')}
        value={priority}
        options={TASK_PRIORITIES.map((value) => ({ value, label: t(`tasks.priority.${value}`) }))}
        onChoose={(value) => set({ priority: value }, { priority })}
      />
      <Column
        label={t('tasks.category')}
        value={category}
        options={TASK_CATEGORIES.map((value) => ({ value, label: t(`tasks.category.${value}`) }))}
        onChoose={(value) => set({ category: value }, { category })}
      />
    </div>
  );
}

interface ColumnProps<Value extends string> {
  label: string;
  value: Value;
  options: readonly { readonly value: Value; readonly label: string }[];
  onChoose: (value: Value) => void;
}

/** A native select that looks like text until it is pointed at. */
function Column<Value extends string>({ label, value, options, onChoose }: ColumnProps<Value>) {
  return (
    <label className="min-w-0">
      <span className="type-meta block text-text-3">{label}</span>
      <span className="relative block">
        <select
          className="sheet-select type-ui"
          value={value}
          onChange={(event) => {
            const chosen = options.find((option) => option.value === event.target.value);
            if (chosen) onChoose(chosen.value);
          }}
        >
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
        <ChevronDown
          size={14}
          aria-hidden
          className="pointer-events-none absolute inset-e-1 top-1/2 -translate-y-1/2 text-text-3"
        />
      </span>
    </label>
  );
}
