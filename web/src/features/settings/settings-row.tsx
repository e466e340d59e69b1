import { type ReactNode, useEffect, useId, useRef } from 'react';
import { type TextId, t } from '#web/texts/settings.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { type RowId, useOpenRow } from './use-open-row.ts';

interface RowFrameProps {
  id: RowId;
  title: string;
  titleId: string;
  /** Present value in a few words. */
  value?: ReactNode;
  /** Before the button; on phones below the value. */
  more?: ReactNode;
  /** At the end of the row. */
  button: ReactNode;
  /** Below the row. */
  children?: ReactNode;
}

/** Scrolls a row into view, and again as it and its neighbours load, until the person does something. */
function keepInView(element: HTMLElement): () => void {
  const observer = new ResizeObserver(() =>
    element.scrollIntoView({ block: 'nearest', behavior: 'instant' }),
  );
  observer.observe(element.parentElement ?? element);
  const listening = new AbortController();
  const stop = () => {
    observer.disconnect();
    listening.abort();
  };
  for (const type of ['wheel', 'touchmove', 'keydown', 'pointerdown']) {
    window.addEventListener(type, stop, { passive: true, signal: listening.signal });
  }
  return stop;
}

function RowFrame({ id, title, titleId, value, more, button, children }: RowFrameProps) {
  const row = useRef<HTMLElement>(null);
  const isOpen = useOpenRow().open === id;
  useEffect(() => {
    // Also after the row that was open above has closed.
    if (isOpen && row.current) return keepInView(row.current);
    return undefined;
  }, [isOpen]);
  return (
    <section
      ref={row}
      id={id}
      aria-labelledby={titleId}
      className="scroll-mt-4 scroll-mb-24 border-b border-line"
    >
      <div className="relative grid min-h-13.75 grid-cols-[minmax(0,1fr)_auto] content-center items-center gap-x-4 py-1.5 md:grid-cols-[11rem_minmax(0,1fr)_auto_auto]">
        <h2 id={titleId} className="type-ui">
          {title}
        </h2>
        <p dir="auto" className="truncate text-text-2 max-md:type-meta max-md:row-start-2">
          {value}
        </p>
        {more && (
          <div className="relative z-1 flex flex-wrap gap-2 max-md:col-span-2 max-md:row-start-3 max-md:py-1.5">
            {more}
          </div>
        )}
        <div className="max-md:row-span-2 max-md:row-start-1 max-md:col-start-2 md:col-start-4">{button}</div>
      </div>
      {children}
    </section>
  );
}

interface ActionRowProps extends Pick<RowFrameProps, 'id' | 'title' | 'value'> {
  button: ReactNode;
}

/** A row with a button that acts at once. */
export function ActionRow(props: ActionRowProps) {
  return <RowFrame {...props} titleId={useId()} />;
}

interface SettingsRowProps extends Pick<RowFrameProps, 'id' | 'title' | 'value' | 'more'> {
  /** Label of the button that opens the row. */
  verb?: TextId | undefined;
  children: ReactNode;
}

/** A setting: name and present value; its form opens in place, and closes the one that was open. */
export function SettingsRow(props: SettingsRowProps) {
  const { id, title, value, verb = 'settings.row.change', more, children } = props;
  const { open, setOpen } = useOpenRow();
  const [titleId, buttonId, panelId] = [useId(), useId(), useId()];
  const isOpen = open === id;
  const button = (
    <Button
      id={buttonId}
      size="s"
      // The whole row can be pressed, but for its other buttons. Moving on press would shrink that area.
      className="after:absolute after:inset-0 active:translate-none!"
      aria-expanded={isOpen}
      aria-controls={isOpen ? panelId : undefined}
      aria-labelledby={`${buttonId} ${titleId}`}
      onClick={() => setOpen(isOpen ? null : id)}
    >
      {t(isOpen ? 'settings.row.close' : verb)}
    </Button>
  );
  return (
    <RowFrame {...{ id, title, titleId, value, more, button }}>
      {isOpen && (
        <div id={panelId} className="pt-2 pb-8 md:ps-48">
          {children}
        </div>
      )}
    </RowFrame>
  );
}
