import { useMemo } from 'react';
import type { Figure, RanQuery } from '#domain/analysis/analysis.ts';
import { commonUnit } from '#domain/analysis/chart-fit.ts';
import { t } from '#web/texts/later.ts';
import { type FigureShape, isSame, shapesOf } from './chart-choices.ts';
import { type ChosenShape, chooseShape, useChosenShapes } from './chosen-shapes.ts';
import type { ShownFigure } from './paper-chart.ts';
import { inSteps, isSameStep, stepsOf, type TimeSteps } from './time-steps.ts';

/** All ways in which a figure can be shown, and the one that was chosen. */
interface Choices {
  readonly steps: readonly TimeSteps[];
  /** Null: the rows as they are. */
  readonly step: TimeSteps | null;
  /** The rows, or what they are put together to. */
  readonly result: RanQuery;
  /** Of that result. */
  readonly shapes: readonly FigureShape[];
}

/** A figure as it is shown on this device. */
export function shownFigure(runId: string, figure: Figure, query: RanQuery): ShownFigure {
  const chosen = useChosenShapes.getState().get(idOf(runId, figure));
  return toShown(figure, choicesOf(figure, query, chosen?.steps ?? null), chosen);
}

/** The same for a component, with all ways in which it can be shown. */
export function useShape(runId: string, figure: Figure, query: RanQuery) {
  const id = idOf(runId, figure);
  const chosen = useChosenShapes((all) => all.get(id));
  const wanted = chosen?.steps ?? null;
  const choices = useMemo(() => choicesOf(figure, query, wanted), [figure, query, wanted]);
  return {
    ...choices,
    ...toShown(figure, choices, chosen),
    choose: (shape: ChosenShape) => chooseShape(id, shape),
  };
}

const idOf = (runId: string, { n }: Figure): string => `${runId}:${n}`;

function choicesOf(figure: Figure, query: RanQuery, wanted: TimeSteps | null): Choices {
  const steps = stepsOf(figure, query);
  const step = steps.find((each) => isSameStep(each, wanted)) ?? null;
  const result = step ? inSteps(query, step) : query;
  return { steps, step, result, shapes: shapesOf(figure, result) };
}

function toShown(
  figure: Figure,
  { shapes, step, result }: Choices,
  chosen: FigureShape | undefined,
): ShownFigure {
  const { columns, units } = result;
  const [own] = shapes;
  const shape = shapes.find((each) => chosen && isSame(each, chosen)) ?? own ?? figure;
  const { label, values } = shape;
  const isOwn =
    shape.kind === 'table' || (label === figure.label && String(values) === String(figure.values));
  const names = values.map((at) => columns[at] ?? '').join(', ');
  const subtitles = [
    ...(isOwn ? [] : [t('delegation.chart.of', { values: names, label: columns[label] ?? '' })]),
    ...(step ? [t(`delegation.chart.${step.as}.${step.by}`)] : []),
  ];
  return {
    shape,
    result,
    unit: isOwn ? figure.unit : commonUnit(values, units),
    subtitle: subtitles.length > 0 ? subtitles.join(' · ') : null,
  };
}
