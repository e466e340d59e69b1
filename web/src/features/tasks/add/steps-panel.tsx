import ListPlus from 'lucide-react/icons/list-plus';
import { type FormEvent, useMemo, useState } from 'react';
import { toLocalDay } from '#domain/days.ts';
import { NEW_TASK, TASK_TIMEFRAMES, TASK_TITLE_MAX, type TaskTimeframe } from '#domain/task.ts';
import { finalDates, useDateReader } from '#web/lib/dates/date-reader.ts';
import type { DateWords } from '#web/lib/dates/read-dates.ts';
import { dueDay } from '#web/lib/format/due-day.ts';
import { t } from '#web/texts/soon.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { Checkbox } from '#web/ui/controls/checkbox.tsx';
import { SelectField } from '#web/ui/controls/select-field.tsx';
import { TextButton } from '#web/ui/controls/text-button.tsx';
import type { Addition } from '../change/task-change.ts';
import { useTaskChange } from '../change/use-task-changes.ts';
import type { TaskProject } from '../list/task-view.ts';
import { readQuickAdd } from './read-quick-add.ts';
import { inTypedOrder, toAddition } from './to-addition.ts';

export interface StepsPanelProps {
  /** Of the text that they are taken from. */
  language: string;
  writtenAt: Date;
  steps: readonly { readonly text: string; readonly isProposed: boolean }[];
  /** Chosen at first. */
  projectId: string | null;
  projects: readonly (TaskProject & { readonly name: string })[];
}

/** More are a document, not a plan. */
const MOST = 100;

const NO_PROJECT = '';
const NO_NAMES: ReadonlyMap<string, string> = new Map();

/** A day that was ahead when the text was written may be over by now. */
const isAhead = ({ day }: DateWords): boolean => day >= toLocalDay(new Date());

/** A button that opens a list of possible tasks; those chosen are added together. */
export function StepsPanel(props: StepsPanelProps) {
  const [isOpen, setIsOpen] = useState(false);
  const close = () => setIsOpen(false);
  const steps = useMemo(() => props.steps.slice(0, MOST), [props.steps]);
  return (
    <section aria-label={t('tasks.steps')} className="not-printed mt-8 border-t border-line pt-4">
      <Button
        icon={<ListPlus size={16} aria-hidden />}
        aria-expanded={isOpen}
        onClick={() => setIsOpen(!isOpen)}
      >
        {t('tasks.steps')}
      </Button>
      {isOpen && <StepsForm {...props} steps={steps} onDone={close} />}
    </section>
  );
}

function StepsForm(props: StepsPanelProps & { onDone: () => void }) {
  const { language, writtenAt, steps, projectId, projects, onDone } = props;
  const change = useTaskChange();
  const readDates = useDateReader(true, language);
  const [project, setProject] = useState(projectId ?? NO_PROJECT);
  const [timeframe, setTimeframe] = useState<TaskTimeframe>(NEW_TASK.timeframe);
  const [chosen, setChosen] = useState<ReadonlySet<number>>(
    () => new Set(steps.flatMap(({ isProposed }, at) => (isProposed ? [at] : []))),
  );
  const readings = useMemo(
    () =>
      steps.map(({ text }) => {
        const title = text.slice(0, TASK_TITLE_MAX);
        const dates = finalDates(title, readDates(title, writtenAt));
        return readQuickAdd(title, NO_NAMES, undefined, dates.filter(isAhead));
      }),
    [steps, readDates, writtenAt],
  );
  const toggle = (at: number) =>
    setChosen((now) => new Set(now.has(at) ? [...now].filter((each) => each !== at) : [...now, at]));
  const isAll = chosen.size === steps.length;

  const add = (event: FormEvent) => {
    event.preventDefault();
    const { id = null, category = NEW_TASK.category } = projects.find(({ id }) => id === project) ?? {};
    const place = { fields: { ...NEW_TASK, category, timeframe }, project_id: id };
    const tasks = readings.flatMap((reading, at): Addition[] =>
      chosen.has(at) ? [toAddition(reading, place)] : [],
    );
    if (tasks.length === 0) return;
    change({ kind: 'add_many', tasks: inTypedOrder(tasks) });
    onDone();
  };

  return (
    <form className="mt-3 grid gap-4" onSubmit={add}>
      <fieldset className="grid gap-3">
        <legend className="type-meta mb-3 text-text-2">{t('tasks.steps.which')}</legend>
        {readings.map(({ title, tokens }, at) => {
          const date = tokens.find(({ kind }) => kind === 'date');
          return (
            <Checkbox key={`${at} ${title}`} checked={chosen.has(at)} onChange={() => toggle(at)}>
              <span dir="auto">{title}</span>
              {date?.kind === 'date' && (
                <span className="type-meta ms-2 text-text-2">{dueDay(date.value)}</span>
              )}
            </Checkbox>
          );
        })}
      </fieldset>
      {steps.length > 1 && (
        <p>
          <TextButton alone onPress={() => setChosen(new Set(isAll ? [] : steps.keys()))}>
            {t(isAll ? 'tasks.steps.none' : 'tasks.steps.all')}
          </TextButton>
        </p>
      )}
      <div className="grid gap-4 md:grid-cols-2">
        {projects.length > 0 && (
          <SelectField
            label={t('tasks.open.project')}
            value={project}
            onChange={({ target }) => setProject(target.value)}
            options={[
              { value: NO_PROJECT, label: t('tasks.bulk.no_project') },
              ...projects.map(({ id, name }) => ({ value: id, label: name })),
            ]}
          />
        )}
        <SelectField
          label={t('tasks.timeframe')}
          hint={t('tasks.steps.timeframe_hint')}
          value={timeframe}
          onChange={({ target }) =>
            setTimeframe(TASK_TIMEFRAMES.find((known) => known === target.value) ?? NEW_TASK.timeframe)
          }
          options={TASK_TIMEFRAMES.map((value) => ({ value, label: t(`tasks.timeframe.${value}`) }))}
        />
      </div>
      <div className="flex flex-wrap justify-end gap-3">
        <Button look="plain" onClick={onDone}>
          {t('tasks.cancel')}
        </Button>
        <Button look="primary" type="submit" disabled={chosen.size === 0}>
          {t('tasks.steps.add', { count: chosen.size })}
        </Button>
      </div>
    </form>
  );
}
