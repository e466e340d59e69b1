import X from 'lucide-react/icons/x';
import { useEffect, useMemo, useRef } from 'react';
import { type Evidence, isPage, type Source } from '#domain/evidence.ts';
import { MIME_TYPES } from '#domain/file-kinds.ts';
import type { Attachment } from '#domain/rows/run-row.ts';
import { Loaded } from '#web/lib/page/loaded.tsx';
import { t } from '#web/texts/later.ts';
import { IconButton } from '#web/ui/controls/icon-button.tsx';
import { ScrollBox } from '#web/ui/controls/scroll-box.tsx';
import { LoadingPage } from '#web/ui/feedback/loading-page.tsx';
import type { Cited } from './cited-page.ts';
import { CitedPicture } from './cited-picture.tsx';
import { Passages } from './passages.tsx';

const loadPdfView = async () => (await import('./pdf-view.tsx')).PdfView;

interface CitedPanelProps {
  cited: Cited;
  evidence: Evidence;
  attachments: readonly Attachment[];
  onClose: () => void;
}

/** What a citation of a file refers to: the page of a PDF, a picture of it, or the passages of what has no pages. */
export function CitedPanel({ cited, evidence, attachments, onClose }: CitedPanelProps) {
  const sources = useMemo(() => evidence.sources.filter(isPage), [evidence]);
  const source = sources.find(({ n }) => n === cited.number);
  const file = attachments.find(({ name, type }) => name === source?.title && type === MIME_TYPES.pdf);
  if (!source) return null;
  return (
    <section
      className="cited-panel not-printed"
      aria-label={t('delegation.page.panel', { name: source.title })}
    >
      <div className="flex items-center gap-2 border-b border-line py-2 ps-4 pe-3">
        <h3 dir="auto" className="min-w-0 truncate type-ui" title={source.title}>
          {source.title}
        </h3>
        <IconButton
          label={t('delegation.page.close')}
          size={32}
          className="ms-auto shrink-0"
          onClick={onClose}
        >
          <X size={16} aria-hidden />
        </IconButton>
      </div>
      {file ? (
        <Loaded
          key={file.path}
          load={loadPdfView}
          props={{ file, sources, cited }}
          waiting={<LoadingPage awaited={t('delegation.page.opening')} />}
        />
      ) : (
        <PassagePage cited={cited} source={source} picture={pictureOf(source, attachments)} />
      )}
    </section>
  );
}

/** Pictures are numbered as pages, in the order in which they were attached. */
function pictureOf({ n, title }: Source, attachments: readonly Attachment[]): Attachment | undefined {
  const file = attachments[n - 1];
  return file?.name === title && file.type.startsWith('image/') ? file : undefined;
}

interface PassagePageProps {
  cited: Cited;
  source: Source;
  /** Undefined for a slide or a section, which has no look of its own. */
  picture: Attachment | undefined;
}

function PassagePage({ cited, source, picture }: PassagePageProps) {
  const { n, unit = 'page' } = source;
  const box = useRef<HTMLElement>(null);
  const name = t('delegation.evidence.page_name', { number: n, unit });
  useEffect(() => box.current?.focus(), [cited]);
  return (
    <ScrollBox label={name} ref={box} className="cited-text">
      <h4 className="type-slip-head">{name}</h4>
      {picture ? (
        <CitedPicture key={picture.path} file={picture} source={source} />
      ) : (
        <Passages quotes={source.quotes} />
      )}
    </ScrollBox>
  );
}
