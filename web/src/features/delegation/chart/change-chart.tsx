import { useId, useState } from 'react';
import { FIGURE_KINDS } from '#domain/analysis/analysis.ts';
import { t } from '#web/texts/later.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { SelectField } from '#web/ui/controls/select-field.tsx';
import { closest, type FigureShape } from './chart-choices.ts';
import type { ChosenShape } from './chosen-shapes.ts';
import { isSameStep, type TimeSteps } from './time-steps.ts';

interface ChangeChartProps {
  title: string;
  shape: ChosenShape;
  shapes: readonly FigureShape[];
  steps: readonly TimeSteps[];
  columns: readonly string[];
  onChange: (shape: ChosenShape) => void;
}

/** Its kind, its columns and its steps in time: computed on the device, from the result that is there. */
export function ChangeChart({ title, shape, shapes, steps, columns, onChange }: ChangeChartProps) {
  const id = useId();
  const [isOpen, setIsOpen] = useState(false);
  if (shapes.length < 2 && steps.length === 0) return null;
  const kinds = FIGURE_KINDS.filter((kind) => shapes.some((each) => each.kind === kind));
  const alike = shapes.filter(({ kind }) => kind === shape.kind);
  const labels = [...new Set(alike.map(({ label }) => label))].toSorted((one, other) => one - other);
  const values = [
    ...new Set(alike.filter(({ label }) => label === shape.label).map((each) => String(each.values))),
  ];
  const change = (wanted: Partial<FigureShape>) => {
    const found = closest(shapes, { ...shape, ...wanted });
    if (found) onChange({ ...found, steps: shape.steps });
  };
  const nameOf = (set: string): string =>
    set
      .split(',')
      .map((at) => columns[Number(at)])
      .join(', ');
  return (
    <>
      <Button
        look="plain"
        size="s"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setIsOpen(!isOpen)}
      >
        {t('delegation.chart.change')}
        <span className="sr-only">: {title}</span>
      </Button>
      <div id={id} hidden={!isOpen} className="not-printed order-last mt-2 grid w-full gap-3 md:grid-cols-3">
        <SelectField
          label={t('delegation.chart.kind')}
          value={shape.kind}
          onChange={({ target }) =>
            change({ kind: kinds.find((kind) => kind === target.value) ?? shape.kind })
          }
          options={kinds.map((kind) => ({ value: kind, label: t(`delegation.chart.${kind}`) }))}
        />
        {values.length > 1 && (
          <SelectField
            label={t('delegation.chart.values')}
            value={String(shape.values)}
            onChange={({ target }) => change({ values: target.value.split(',').map(Number) })}
            options={values.map((set) => ({ value: set, label: nameOf(set) }))}
          />
        )}
        {labels.length > 1 && (
          <SelectField
            label={t(shape.kind === 'scatter' ? 'delegation.chart.across' : 'delegation.chart.label')}
            value={String(shape.label)}
            onChange={({ target }) => change({ label: Number(target.value) })}
            options={labels.map((at) => ({ value: String(at), label: columns[at] ?? '' }))}
          />
        )}
        {steps.length > 0 && (
          <SelectField
            label={t('delegation.chart.steps')}
            value={String(steps.findIndex((each) => isSameStep(each, shape.steps)))}
            onChange={({ target }) => onChange({ ...shape, steps: steps[Number(target.value)] ?? null })}
            options={[
              { value: '-1', label: t('delegation.chart.steps.none') },
              ...steps.map(({ as, by }, at) => ({
                value: String(at),
                label: t(`delegation.chart.${as}.${by}`),
              })),
            ]}
          />
        )}
      </div>
    </>
  );
}
