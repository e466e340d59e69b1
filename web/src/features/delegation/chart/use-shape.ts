import { useMemo } from 'react';
import type { Figure, RanQuery } from '#domain/analysis/analysis.ts';
import { commonUnit } from '#domain/analysis/chart-fit.ts';
import { t } from '#web/texts/later.ts';
import { type FigureShape, isSame, shapesOf } from './chart-choices.ts';
import { chooseShape, useChosenShapes } from './chosen-shapes.ts';
import type { ShownFigure } from './paper-chart.ts';

/** A figure as it is shown on this device. */
export function shownFigure(runId: string, figure: Figure, query: RanQuery): ShownFigure {
  const chosen = useChosenShapes.getState().get(idOf(runId, figure));
  return toShown(figure, query, shapesOf(figure, query), chosen);
}

/** The same for a component, with all ways in which it can be shown. */
export function useShape(runId: string, figure: Figure, query: RanQuery) {
  const id = idOf(runId, figure);
  const chosen = useChosenShapes((all) => all.get(id));
  const shapes = useMemo(() => shapesOf(figure, query), [figure, query]);
  return {
    ...toShown(figure, query, shapes, chosen),
    shapes,
    choose: (shape: FigureShape) => chooseShape(id, shape),
  };
}

const idOf = (runId: string, { n }: Figure): string => `${runId}:${n}`;

function toShown(
  figure: Figure,
  { columns, units }: RanQuery,
  shapes: readonly FigureShape[],
  chosen: FigureShape | undefined,
): ShownFigure {
  const [own] = shapes;
  const shape = shapes.find((each) => chosen && isSame(each, chosen)) ?? own ?? figure;
  const { label, values } = shape;
  const isOwn =
    shape.kind === 'table' || (label === figure.label && String(values) === String(figure.values));
  if (isOwn) return { shape, unit: figure.unit, subtitle: null };
  const names = values.map((at) => columns[at] ?? '').join(', ');
  return {
    shape,
    unit: commonUnit(values, units),
    subtitle: t('delegation.chart.of', { values: names, label: columns[label] ?? '' }),
  };
}
