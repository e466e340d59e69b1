import type { RanQuery } from '#domain/analysis/analysis.ts';
import { t } from '#web/texts/later.ts';
import { classNames } from '#web/ui/class-names.ts';
import { ScrollBox } from '#web/ui/controls/scroll-box.tsx';
import { type Format, formatOf } from '../chart/chart-data.ts';

const SHOWN = 50;

export interface ResultTableProps {
  query: Pick<RanQuery, 'columns' | 'rows' | 'count'> & Partial<Pick<RanQuery, 'units'>>;
  title: string;
  format: Format;
}

/** Result of a query; numbers are right-aligned. */
export function ResultTable({ query, title, format }: ResultTableProps) {
  const { columns, rows, count, units = [] } = query;
  const shown = rows.slice(0, SHOWN);
  const isNumber = columns.map((_name, at) => rows.every((row) => typeof row[at] !== 'string'));
  const formats = columns.map((_name, at) => {
    const cells = rows.map((row) => row[at] ?? null);
    return units[at] ? format : formatOf(cells, format);
  });
  return (
    <>
      <ScrollBox label={title} className="mt-2 overflow-x-auto">
        <table className="w-full border-collapse type-small">
          <thead>
            <tr>
              {columns.map((name, at) => (
                <th
                  key={`${at}-${name}`}
                  scope="col"
                  className={classNames(
                    'type-meta-strong border-b border-line-strong py-1.5 pe-4 text-text-3',
                    isNumber[at] ? 'text-end' : 'text-start',
                  )}
                >
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {shown.map((row, at) => (
              // Rows have no id but their index, and never change.
              <tr key={`row-${at}`}>
                {row.map((cell, column) => (
                  <td
                    key={`${column}-${columns[column]}`}
                    dir={isNumber[column] ? undefined : 'auto'}
                    className={classNames(
                      'border-b border-line py-1.5 pe-4 align-top wrap-anywhere',
                      isNumber[column] && 'type-slip text-end whitespace-nowrap',
                    )}
                  >
                    {(formats[column] ?? format)(cell)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollBox>
      {count > shown.length && (
        <p className="type-meta mt-1.5 text-text-3">
          {t('delegation.figure.first_rows', { shown: shown.length, of: count })}
        </p>
      )}
    </>
  );
}
