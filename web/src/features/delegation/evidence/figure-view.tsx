import type { Figure, RanQuery } from '#domain/analysis.ts';
import { t } from '#web/texts/app.ts';
import { BarChart, StackedChart } from './bar-chart.tsx';
import { createFormat, type Format, toFigureValues } from './figure-values.ts';
import { PlotChart } from './plot-chart.tsx';
import { ResultTable } from './result-table.tsx';
import { SaveTable } from './save-table.tsx';

interface FigureViewProps {
  figure: Figure;
  query: RanQuery;
  language: string;
}

/** A chart with its table, or a table alone; both can be saved. */
export function FigureView({ figure, query, language }: FigureViewProps) {
  const { kind, title, unit } = figure;
  const format = createFormat(language);
  return (
    <figure className="my-5" lang={language}>
      <figcaption dir="auto" className="mb-3 wrap-anywhere type-body-strong">
        {title}
        {unit !== '' && <span className="font-normal text-text-3"> {unit}</span>}
      </figcaption>
      {kind === 'table' ? (
        <ResultTable query={query} title={title} format={format} />
      ) : (
        <Chart figure={figure} query={query} format={format} />
      )}
      <div className="mt-2 flex flex-wrap items-start gap-x-4 gap-y-1">
        {kind !== 'table' && (
          <details className="min-w-0 grow">
            <summary className="type-meta hit-40 w-fit cursor-pointer text-text-2 underline underline-offset-3">
              {t('delegation.figure.as_table')}
            </summary>
            <ResultTable query={query} title={title} format={format} />
          </details>
        )}
        <SaveTable title={title} columns={query.columns} rows={query.rows} />
      </div>
    </figure>
  );
}

function Chart({ figure, query, format }: { figure: Figure; query: RanQuery; format: Format }) {
  const { kind, title, unit } = figure;
  const values = toFigureValues(figure, query, format);
  if (kind === 'bar') return <BarChart figure={values} format={format} unit={unit} />;
  if (kind === 'stacked') return <StackedChart figure={values} format={format} unit={unit} />;
  return <PlotChart kind={kind} title={title} figure={values} format={format} unit={unit} />;
}
