import { type PDFPageProxy, TextLayer } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { type RefObject, useEffect, useEffectEvent, useRef } from 'react';
import { findWords } from './find-words.ts';
import { markWords } from './mark-words.ts';

declare module 'react' {
  interface CSSProperties {
    /** Pixels for each unit of the page, by which pdf.js places its text. */
    '--total-scale-factor'?: number;
  }
}

/** What became of the quotes of a page. `no_text`: the page is a picture. */
export type Marking = 'marked' | 'not_found' | 'no_text';

interface PdfPageProps {
  page: PDFPageProxy;
  /** In CSS pixels. */
  width: number;
  quotes: readonly string[];
  onMarked: (marking: Marking) => void;
  onFailed: (error: unknown) => void;
}

/** A page as a picture, with its text over it to be selected and heard. The first marked word is scrolled to. */
export function PdfPage({ page, width, quotes, onMarked, onFailed }: PdfPageProps) {
  const picture = useRef<HTMLDivElement>(null);
  const text = useRef<HTMLDivElement>(null);
  const { width: units, height } = page.getViewport({ scale: 1 });
  useDrawn(picture, page, width, onFailed);
  const mark = useEffectEvent((marking: Marking) => onMarked(marking));
  const fail = useEffectEvent((error: unknown) => onFailed(error));
  useEffect(() => {
    const container = text.current;
    if (!container) return;
    let isWanted = true;
    layText(page, container).then(
      ({ pieces, elements }) => {
        if (!isWanted) return;
        const first = markWords(elements, findWords(pieces, quotes));
        first?.scrollIntoView({ block: 'center', inline: 'nearest' });
        mark(first ? 'marked' : pieces.some(({ str }) => str.trim() !== '') ? 'not_found' : 'no_text');
      },
      (error: unknown) => isWanted && fail(error),
    );
    return () => {
      isWanted = false;
      container.replaceChildren();
    };
  }, [page, quotes]);
  return (
    <div
      className="pdf-page"
      style={{ width, aspectRatio: `${units} / ${height}`, '--total-scale-factor': width / units }}
    >
      <div ref={picture} aria-hidden />
      <div ref={text} className="pdf-text" />
    </div>
  );
}

async function layText(page: PDFPageProxy, container: HTMLElement) {
  const content = await page.getTextContent();
  const layer = new TextLayer({
    textContentSource: content,
    container,
    viewport: page.getViewport({ scale: 1 }),
  });
  await layer.render();
  return { pieces: content.items.filter((item) => 'str' in item), elements: layer.textDivs };
}

/** Pixels of a canvas; iOS shows none with more. */
const MAX_PIXELS = 16_000_000;

/** Draws the page as sharp as the screen is; at another width the former picture is stretched until the new one is there. */
function useDrawn(
  place: RefObject<HTMLElement | null>,
  page: PDFPageProxy,
  width: number,
  onFailed: (error: unknown) => void,
): void {
  const fail = useEffectEvent(onFailed);
  useEffect(() => {
    const { width: units, height } = page.getViewport({ scale: 1 });
    const scale = Math.min((width / units) * devicePixelRatio, Math.sqrt(MAX_PIXELS / (units * height)));
    const viewport = page.getViewport({ scale });
    const canvas = document.createElement('canvas');
    canvas.width = Math.floor(viewport.width);
    canvas.height = Math.floor(viewport.height);
    const drawing = page.render({ canvas, viewport });
    let isWanted = true;
    drawing.promise.then(
      () => isWanted && place.current?.replaceChildren(canvas),
      (error: unknown) => isWanted && fail(error),
    );
    return () => {
      isWanted = false;
      drawing.cancel();
    };
  }, [page, place, width]);
}
