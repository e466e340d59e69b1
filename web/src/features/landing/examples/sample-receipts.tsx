import type { ReactNode } from 'react';
import { EXAMPLE_TASKS } from '#domain/demo/example-tasks.ts';
import { language } from '#domain/languages.ts';
import { t as appText } from '#web/texts/later.ts';
import { t } from '#web/texts/pages.ts';
import { Receipt } from '#web/ui/paper/receipt.tsx';
import { ReceiptLine } from '#web/ui/paper/receipt-line.tsx';
import { BrandName } from '../brand-name.tsx';
import { RESEARCH_HOSTS } from './research-sources.ts';
import { sampleReceipt, slipNumber } from './sample.ts';

/** Receipt of the sample research, in the app's own words so that the picture stays true. */
export function ResearchReceipt() {
  const host = t('landing.sample.model');
  return (
    <Receipt
      brand={<BrandName />}
      number={slipNumber('0047')}
      note={appText('delegation.receipt.note', {
        tool: appText('tools.research.name'),
        time: t('landing.sample.date_research'),
      })}
      title={EXAMPLE_TASKS.research.title}
      took={108}
      steps={[
        { at: 3, text: appText('delegation.step.read_task') },
        { at: 7, text: appText('delegation.step.searched_all', { count: 5 }) },
        { at: 22, text: t('landing.sample.read_pages') },
        { at: 91, text: appText('delegation.step.wrote_answer', { model: host }) },
        { at: 104, text: appText('delegation.step.checked_answer_gaps', { sentences: 15, unverified: 2 }) },
      ]}
      sent={[]}
      sources={
        <Sources of={appText('delegation.evidence.of_read', { cited: 5, read: 6 })}>
          {RESEARCH_HOSTS.map(({ host: name, quotes }, at) => (
            <ReceiptLine
              key={name}
              label={`${at + 1} ${name}`}
              value={appText('delegation.evidence.quotes', { count: quotes })}
            />
          ))}
          <p className="text-slip-text-2">{appText('delegation.evidence.set_aside', { count: 1 })}</p>
        </Sources>
      }
      {...sampleReceipt(13, language('en').englishName)}
      unverified={<Gaps texts={[t('landing.research.gap_tyres'), t('landing.research.gap_fine')]} />}
    />
  );
}

/** Receipt of the sample analysis. */
export function DataReceipt() {
  return (
    <Receipt
      brand={<BrandName />}
      number={slipNumber('0046')}
      note={appText('delegation.receipt.note', {
        tool: appText('tools.data_analysis.name'),
        time: t('landing.sample.date_data'),
      })}
      title={EXAMPLE_TASKS.data_analysis.title}
      took={52}
      steps={[
        { at: 2, text: appText('delegation.step.read_file', { name: FILE, size: '74 kB' }) },
        { at: 5, text: appText('delegation.step.read_tables', { rows: 1248, columns: 6, tables: 1 }) },
        { at: 14, text: appText('delegation.step.ran_queries', { queries: 6, rows: 1248 }) },
        { at: 33, text: appText('delegation.step.wrote_answer', { model: t('landing.sample.model') }) },
        { at: 47, text: appText('delegation.step.bound_numbers', { numbers: 11 }) },
      ]}
      sent={[{ what: [appText('delegation.sent.task'), t('landing.sample.columns', { file: FILE })] }]}
      sources={
        <Sources of="1">
          <ReceiptLine label={FILE} value={t('landing.sample.rows')} />
          <p className="text-slip-text-2">{t('landing.sample.rows_aside')}</p>
        </Sources>
      }
      {...sampleReceipt(14, language('en').englishName)}
      unverified={<Gaps texts={[t('landing.data.gap')]} />}
    />
  );
}

const FILE = EXAMPLE_TASKS.data_analysis.file?.name ?? '';

function Sources({ of, children }: { of: string; children: ReactNode }) {
  return (
    <section>
      <p className="type-slip-head mb-0.5 flex justify-between">
        <span>{appText('delegation.evidence.sources')}</span>
        <span>{of}</span>
      </p>
      {children}
    </section>
  );
}

function Gaps({ texts }: { texts: readonly string[] }) {
  return (
    <ul>
      {texts.map((text) => (
        <li key={text} className="mt-0.5 grid grid-cols-[16px_minmax(0,1fr)]">
          <span aria-hidden>–</span>
          <span className="not-verified w-fit">{text}</span>
        </li>
      ))}
    </ul>
  );
}
