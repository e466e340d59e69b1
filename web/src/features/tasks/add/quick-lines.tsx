import { useEffect, useRef } from 'react';
import { TASK_TITLE_MAX } from '#domain/task.ts';
import { isCovered } from '#web/lib/device/is-covered.ts';
import { t } from '#web/texts/app.ts';
import { Button } from '#web/ui/controls/button.tsx';

interface QuickLinesProps {
  lines: readonly string[];
  onEach: () => void;
  onJoin: () => void;
  onDrop: () => void;
}

/** Pasted lines shown; the rest is counted. */
const SHOWN = 3;

/** More lines are probably a document, not a list. */
const MOST = 200;

/** Asks whether each of several pasted lines is a task. */
export function QuickLines({ lines, onEach, onJoin, onDrop }: QuickLinesProps) {
  const cut = lines.filter(({ length }) => length > TASK_TITLE_MAX).length;
  const isTooMany = lines.length > MOST;
  const buttons = useRef<HTMLDivElement>(null);
  // Enter then answers the question, as it submits a single line.
  useEffect(() => buttons.current?.querySelector('button')?.focus(), []);
  useEscape(onDrop);
  return (
    <section aria-label={t('tasks.paste')} className="border-t border-line px-3 py-2.5 md:ps-10.75">
      <ul className="type-meta grid gap-0.5 text-text-2">
        {lines.slice(0, SHOWN).map((line, index) => (
          <li key={`${index} ${line}`} dir="auto" className="truncate">
            {line}
          </li>
        ))}
        {lines.length > SHOWN && (
          <li className="text-text-3">{t('tasks.paste.more', { count: lines.length - SHOWN })}</li>
        )}
      </ul>
      {cut > 0 && <p className="mt-2">{t('tasks.paste.cut', { count: cut, most: TASK_TITLE_MAX })}</p>}
      {isTooMany && <p className="mt-2">{t('tasks.paste.too_many', { most: MOST })}</p>}
      <div ref={buttons} className="mt-2.5 flex flex-wrap gap-2">
        {!isTooMany && (
          <Button look="primary" size="s" onClick={onEach}>
            {t('tasks.paste.each', { count: lines.length })}
          </Button>
        )}
        <Button size="s" onClick={onJoin}>
          {t('tasks.paste.join')}
        </Button>
        <Button look="plain" size="s" onClick={onDrop}>
          {t('tasks.cancel')}
        </Button>
      </div>
    </section>
  );
}

function useEscape(act: () => void): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && !event.isComposing && !isCovered()) act();
    };
    // Capture phase, before a dialog that the same key closes is gone.
    document.addEventListener('keydown', onKeyDown, true);
    return () => document.removeEventListener('keydown', onKeyDown, true);
  }, [act]);
}
