import { useMemo, useState } from 'react';
import type { Source } from '#domain/evidence.ts';
import type { Attachment } from '#domain/rows/run-row.ts';
import { t } from '#web/texts/later.ts';
import { LoadingPage } from '#web/ui/feedback/loading-page.tsx';
import type { Cited } from './cited-page.ts';
import { LostFile } from './lost-file.tsx';
import { OpenedDocument } from './opened-document.tsx';
import { usePdf } from './use-pdf.ts';

interface PdfViewProps {
  file: Attachment;
  /** Cited pages, with their quotes. */
  sources: readonly Source[];
  /** The page that was asked for. */
  cited: Cited;
}

/** A PDF at the page that was asked for, and its other pages. */
export function PdfView({ file, sources, cited }: PdfViewProps) {
  const { state, openAgain, lose } = usePdf(file);
  const [turned, setTurned] = useState({ from: cited, number: cited.number });
  const number = turned.from === cited ? turned.number : cited.number;
  const quotes = useMemo(
    () => sources.find(({ n }) => n === number)?.quotes.map(({ text }) => text) ?? [],
    [sources, number],
  );
  if (state.is === 'opening') return <LoadingPage awaited={t('delegation.page.opening')} />;
  if (state.is === 'lost') {
    const source = sources.find(({ n }) => n === cited.number);
    return (
      <LostFile
        problem={state.problem}
        number={cited.number}
        quotes={source?.quotes ?? []}
        onRetry={openAgain}
      />
    );
  }
  return (
    <OpenedDocument
      pdf={state.pdf}
      isReplaced={state.isReplaced}
      file={file}
      cited={cited}
      number={Math.min(number, state.pdf.numPages)}
      quotes={quotes}
      onTurn={(next) => setTurned({ from: cited, number: next })}
      onFailed={lose}
    />
  );
}
