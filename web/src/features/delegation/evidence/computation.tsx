import Sigma from 'lucide-react/icons/sigma';
import type { Analysis, CopiedTable, RanQuery } from '#domain/analysis/analysis.ts';
import { t } from '#web/texts/later.ts';
import { ScrollBox } from '#web/ui/controls/scroll-box.tsx';
import { createFormat } from '../chart/chart-data.ts';
import { ResultTable } from './result-table.tsx';
import { SaveTable } from './save-table.tsx';
import { splitSql } from './split-sql.ts';
import { wordIssue, wordTable } from './word-issue.ts';

/** How figures were computed: each query described, as SQL, and with its result. Open by default. */
export function Computation({ analysis, language }: { analysis: Analysis; language: string }) {
  const { tables, queries } = analysis;
  const rows = tables.reduce((sum, table) => sum + table.rows, 0);
  return (
    <>
      <DataNotes analysis={analysis} language={language} />
      <details open className="computation mt-8 border-y border-line-strong">
        <summary className="flex min-h-12 cursor-pointer flex-wrap items-center gap-x-2.5 py-2">
          <Sigma size={16} aria-hidden />
          <h3 className="type-body-strong">{t('delegation.computed.heading')}</h3>
          <span className="type-slip ms-auto text-text-2">
            {t('delegation.computed.count', { queries: queries.length, rows })}
          </span>
        </summary>
        <ol className="grid gap-5 pb-5">
          {queries.map((query) => (
            <QueryEntry key={query.n} query={query} language={language} />
          ))}
        </ol>
      </details>
    </>
  );
}

function QueryEntry({ query, language }: { query: RanQuery; language: string }) {
  const { n, purpose, sql, columns, units, joins, pivot, count, read } = query;
  const declared = columns.flatMap((column, at) => (units[at] ? [`${column}: ${units[at]}`] : []));
  return (
    <li className="grid grid-cols-[24px_minmax(0,1fr)]">
      <span className="type-slip pt-0.5 text-text-3">{n}</span>
      <div className="min-w-0">
        <p dir="auto" className="type-body wrap-anywhere">
          {purpose}
        </p>
        <ScrollBox
          label={t('delegation.computed.sql', { number: n })}
          dir="ltr"
          className="mt-2 overflow-x-auto rounded-paper bg-desk px-3.5 py-3 text-text-2"
        >
          <pre className="type-slip whitespace-pre-wrap wrap-anywhere">
            {splitSql(sql).map(({ text, isKeyword }, at) =>
              // Parts of an immutable text.
              isKeyword ? (
                <b key={`${at}-${text}`} className="font-semibold text-ink">
                  {text}
                </b>
              ) : (
                text
              ),
            )}
          </pre>
        </ScrollBox>
        {declared.length > 0 && (
          <p className="type-slip mt-1 wrap-anywhere text-text-2">
            {t('delegation.computed.units', { units: declared.join(', ') })}
          </p>
        )}
        {joins.map(({ from, to, keys, rows, matched }) => (
          <p key={keys.join()} className="type-slip mt-1 wrap-anywhere text-text-2">
            {t('delegation.computed.join', { from, to, rows, matched, keys: keys.join(', ') })}
          </p>
        ))}
        {pivot !== null && (
          <p className="type-slip mt-1 wrap-anywhere text-text-2">{t('delegation.computed.pivot', pivot)}</p>
        )}
        <details className="mt-1">
          <summary className="type-slip hit-40 w-fit cursor-pointer text-text-2 underline underline-offset-3">
            {t('delegation.computed.result', { count, read })}
          </summary>
          <ResultTable query={query} title={purpose} format={createFormat(language)} />
          <SaveTable title={purpose} columns={query.columns} rows={query.rows} />
        </details>
      </div>
    </li>
  );
}

/** Data issues that affect the figures. */
function DataNotes({ analysis: { tables, copies }, language }: { analysis: Analysis; language: string }) {
  const notes = tables.flatMap(({ file: name, sheet, issues }) =>
    issues.flatMap((issue) => {
      const text = wordIssue(issue);
      const file = wordTable({ file: name, page: null, sheet });
      return text === undefined ? [] : [tables.length > 1 ? t('delegation.issue.of', { file, text }) : text];
    }),
  );
  if (notes.length === 0 && copies.length === 0) return null;
  return (
    <section className="mt-8">
      <h3 className="type-body-strong">{t('delegation.issue.heading')}</h3>
      {notes.length > 0 && (
        <ul className="type-body mt-1.5 list-['–'] ps-4 text-text-2 marker:text-text-3 [&>li]:ps-2">
          {[...new Set(notes)].map((note) => (
            <li key={note} className="wrap-anywhere">
              {note}
            </li>
          ))}
        </ul>
      )}
      {copies.map((copy, at) => (
        // Copies have no id but their index, and never change.
        <CopiedTable key={`copy-${at}`} copy={copy} language={language} />
      ))}
    </section>
  );
}

/** A table that a model copied from a picture, for comparison with it. */
function CopiedTable({ copy: { file, rows, cells }, language }: { copy: CopiedTable; language: string }) {
  const [columns = [], ...body] = cells;
  const title = t('delegation.issue.copied', { file });
  return (
    <details className="mt-2">
      <summary className="type-slip hit-40 w-fit cursor-pointer text-text-2 underline underline-offset-3">
        {title}
      </summary>
      <ResultTable
        query={{ columns, rows: body, count: rows - 1 }}
        title={title}
        format={createFormat(language)}
      />
      <SaveTable title={file} columns={columns} rows={body} />
    </details>
  );
}
