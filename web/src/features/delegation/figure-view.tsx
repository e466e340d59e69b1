import { Download } from 'lucide-react';
import type { FigureRow, QueryRow } from '#web/lib/analysis-row.ts';
import { saveText } from '#web/lib/save-text.ts';
import { toCsv } from '#web/lib/to-csv.ts';
import { t } from '#web/texts/app.ts';
import { Button } from '#web/ui/button.tsx';
import { BarChart, StackedChart } from './bar-chart.tsx';
import { createFormat, type Format, toFigureValues } from './figure-values.ts';
import { toFileName } from './file-name.ts';
import { PlotChart } from './plot-chart.tsx';
import { ResultTable } from './result-table.tsx';

interface FigureViewProps {
  figure: FigureRow;
  query: QueryRow;
  language: string;
}

/** A chart with its table, or a table alone. Both can be taken along. */
export function FigureView({ figure, query, language }: FigureViewProps) {
  const { kind, title, unit } = figure;
  const format = createFormat(language);
  return (
    <figure className="my-5" lang={language}>
      <figcaption dir="auto" className="mb-3 wrap-anywhere [font:600_.9375rem/1.5rem_var(--font-text)]">
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
        <SaveTable query={query} title={title} />
      </div>
    </figure>
  );
}

function Chart({ figure, query, format }: { figure: FigureRow; query: QueryRow; format: Format }) {
  const { kind, title, unit } = figure;
  const values = toFigureValues(figure, query, format);
  if (kind === 'bar') return <BarChart figure={values} format={format} unit={unit} />;
  if (kind === 'stacked') return <StackedChart figure={values} format={format} unit={unit} />;
  return <PlotChart kind={kind} title={title} figure={values} format={format} unit={unit} />;
}

/** Saves a result as a file for a spreadsheet. */
export function SaveTable({ query: { columns, rows }, title }: { query: QueryRow; title: string }) {
  const save = () => saveText(toFileName(title, new Date(), 'csv'), toCsv(columns, rows), 'text/csv');
  return (
    <Button
      look="plain"
      size="s"
      className="ms-auto"
      icon={<Download size={14} aria-hidden />}
      onClick={save}
    >
      {t('delegation.figure.save')}
      <span className="sr-only">: {title}</span>
    </Button>
  );
}
