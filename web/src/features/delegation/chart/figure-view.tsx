import { useMemo } from 'react';
import type { Figure, RanQuery } from '#domain/analysis/analysis.ts';
import { Loaded } from '#web/lib/page/loaded.tsx';
import { t } from '#web/texts/later.ts';
import { ResultTable } from '../evidence/result-table.tsx';
import { SaveTable } from '../evidence/save-table.tsx';
import { ChangeChart } from './change-chart.tsx';
import { isChart } from './chart-choices.ts';
import { createFormat, toChartData } from './chart-data.ts';
import { useShape } from './use-shape.ts';

interface FigureViewProps {
  figure: Figure;
  query: RanQuery;
  runId: string;
  language: string;
}

/** The drawing is loaded once there is a chart. */
const loadChart = () => import('./chart.tsx').then(({ Chart }) => Chart);

/** A chart with its table, or a table alone. Both can be saved, and one turned into the other. */
export function FigureView({ figure, query, runId, language }: FigureViewProps) {
  const { title } = figure;
  const { shape, shapes, steps, step, result, unit, subtitle, choose } = useShape(runId, figure, query);
  const format = useMemo(() => createFormat(language), [language]);
  const data = useMemo(
    () => (isChart(shape) ? toChartData(shape, result, unit, language) : null),
    [shape, result, unit, language],
  );
  return (
    <figure className="my-5" lang={language}>
      <figcaption dir="auto" className="mb-3 wrap-anywhere type-body-strong">
        {title}
        {unit !== '' && <span className="font-normal text-text-3"> {unit}</span>}
        {subtitle !== null && <span className="type-meta block text-text-2">{subtitle}</span>}
      </figcaption>
      {data ? (
        <Loaded load={loadChart} props={{ data }} waiting={<div className="h-50 md:h-60" />} />
      ) : (
        <ResultTable query={result} title={title} format={format} />
      )}
      <div className="mt-2 flex flex-wrap items-start gap-x-4 gap-y-1">
        {data && (
          <details className="min-w-0 grow max-md:basis-full">
            <summary className="type-meta hit-40 w-fit cursor-pointer text-text-2 underline underline-offset-3 md:py-1">
              {t('delegation.figure.as_table')}
            </summary>
            <ResultTable query={result} title={title} format={format} />
          </details>
        )}
        <ChangeChart
          title={title}
          shape={{ ...shape, steps: step }}
          shapes={shapes}
          steps={steps}
          columns={query.columns}
          onChange={choose}
        />
        <SaveTable
          title={title}
          columns={result.columns}
          rows={result.rows}
          chart={data && { data, title, subtitle }}
        />
      </div>
    </figure>
  );
}
