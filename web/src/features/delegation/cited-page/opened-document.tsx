import type { PDFDocumentProxy, PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import {
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import type { Attachment } from '#domain/rows/run-row.ts';
import { t } from '#web/texts/later.ts';
import { ScrollBox } from '#web/ui/controls/scroll-box.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import type { Cited } from './cited-page.ts';
import { type Marking, PdfPage } from './pdf-page.tsx';
import { PdfToolbar } from './pdf-toolbar.tsx';
import { useZoom } from './use-zoom.ts';

interface OpenedDocumentProps {
  pdf: PDFDocumentProxy;
  isReplaced: boolean;
  file: Attachment;
  cited: Cited;
  /** Of the shown page. */
  number: number;
  quotes: readonly string[];
  onTurn: (number: number) => void;
  onFailed: (error: unknown) => void;
}

/** One page of a PDF at a time, with its controls. */
export function OpenedDocument(props: OpenedDocumentProps) {
  const { pdf, isReplaced, file, cited, number, quotes, onTurn, onFailed } = props;
  const box = useRef<HTMLElement>(null);
  const fit = useFitWidth(box);
  const zoom = useZoom();
  const page = usePage(pdf, number, onFailed);
  const [marked, setMarked] = useState<{ readonly number: number; readonly marking: Marking }>();
  const turn = (by: -1 | 1): void => {
    const next = number + by;
    if (next < 1 || next > pdf.numPages) return;
    onTurn(next);
    box.current?.scrollTo({ top: 0 });
  };
  useEffect(() => {
    box.current?.focus({ preventScroll: true });
    // Asked for again, it may have been scrolled away from.
    box.current?.querySelector('mark')?.scrollIntoView({ block: 'center' });
  }, [cited]);
  const marking = marked?.number === number && quotes.length > 0 ? marked.marking : null;
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- each key has a button that does the same
    <div className="flex min-h-0 grow flex-col" onKeyDown={(event) => onKey(event, { turn, zoom })}>
      <PdfToolbar file={file} number={number} of={pdf.numPages} zoom={zoom} onTurn={turn} />
      {isReplaced && <Line>{t('delegation.page.replaced')}</Line>}
      {marking === 'not_found' && <Line>{t('delegation.page.not_found')}</Line>}
      {marking === 'no_text' && <Line>{t('delegation.page.no_text')}</Line>}
      {marking === 'marked' && <output className="sr-only">{t('delegation.page.marked')}</output>}
      <ScrollBox
        ref={box}
        label={t('delegation.evidence.page_name', { number, unit: 'page' })}
        className="pdf-desk"
      >
        {page && fit > 0 && (
          <PdfPage
            key={page.pageNumber}
            page={page}
            width={Math.floor(fit * zoom.factor)}
            quotes={quotes}
            onMarked={(found) => setMarked({ number: page.pageNumber, marking: found })}
            onFailed={onFailed}
          />
        )}
      </ScrollBox>
    </div>
  );
}

const Line = ({ children }: { children: ReactNode }) => (
  <div className="border-b border-line px-4 py-2">
    <Notice>{children}</Notice>
  </div>
);

/** A page once it is read; meanwhile the one before. */
function usePage(pdf: PDFDocumentProxy, number: number, onFailed: (error: unknown) => void) {
  const [page, setPage] = useState<PDFPageProxy>();
  const fail = useEffectEvent(onFailed);
  useEffect(() => {
    let isWanted = true;
    pdf.getPage(number).then(
      (read) => isWanted && setPage(read),
      (error: unknown) => isWanted && fail(error),
    );
    return () => {
      isWanted = false;
    };
  }, [pdf, number]);
  return page;
}

/** Width in pixels that an element has for its content; 0 before it is laid out. */
function useFitWidth(element: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    const box = element.current;
    if (!box) return;
    const observer = new ResizeObserver(([entry]) => setWidth(Math.floor(entry?.contentRect.width ?? 0)));
    observer.observe(box);
    return () => observer.disconnect();
  }, [element]);
  return width;
}

interface Acts {
  readonly turn: (by: -1 | 1) => void;
  readonly zoom: ReturnType<typeof useZoom>;
}

/** Arrows up and down scroll by themselves; those to the sides too, where the page is wider than its place. */
function onKey(event: KeyboardEvent<HTMLElement>, { turn, zoom }: Acts): void {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const acts: Readonly<Record<string, () => void>> = {
    PageUp: () => turn(-1),
    PageDown: () => turn(1),
    ...(zoom.factor <= 1 && { ArrowLeft: () => turn(-1), ArrowRight: () => turn(1) }),
    '+': zoom.enlarge,
    '-': zoom.reduce,
    '0': zoom.fit,
  };
  const act = Object.hasOwn(acts, event.key) ? acts[event.key] : undefined;
  if (!act) return;
  event.preventDefault();
  act();
}
