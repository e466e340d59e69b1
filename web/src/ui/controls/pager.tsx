import ArrowLeft from 'lucide-react/icons/arrow-left';
import ArrowRight from 'lucide-react/icons/arrow-right';
import { useLayoutEffect, useRef } from 'react';
import { t } from '#web/texts/app.ts';
import { Button } from './button.tsx';

interface PagerProps {
  /** Accessible name: "Pages of completed tasks". */
  label: string;
  /** From 0. */
  page: number;
  perPage: number;
  total: number;
  onTurn: (page: number) => void;
  className?: string;
}

/** Pager of a list, newest first. Has no buttons if all fits on one page. */
export function Pager({ label, page, perPage, total, onTurn, className = '' }: PagerProps) {
  const nav = useRef<HTMLElement>(null);
  const first = page * perPage + 1;
  const last = Math.min(total, first + perPage - 1);
  const isPressed = useRef(false);
  const turnTo = (to: number): void => {
    isPressed.current = true;
    onTurn(to);
  };
  // On the last page the pressed button is disabled, so move focus to the other one. Some browsers have blurred
  // it already, others haven't.
  useLayoutEffect(() => {
    const focused = document.activeElement;
    const isLost = focused === document.body || focused?.matches('button:disabled');
    if (isPressed.current && isLost) nav.current?.querySelector<HTMLElement>('button:enabled')?.focus();
    isPressed.current = false;
  }, [page]);
  return (
    <nav
      ref={nav}
      aria-label={label}
      className={`type-meta flex items-center gap-2 text-text-3 ${className}`}
    >
      <output className="me-auto">{t('ui.pager.range', { first, last, total })}</output>
      {total > perPage && (
        <>
          <Button
            size="s"
            disabled={page === 0}
            onClick={() => turnTo(page - 1)}
            icon={<ArrowLeft size={14} aria-hidden className="rtl:-scale-x-100" />}
          >
            {t('ui.pager.newer')}
          </Button>
          <Button size="s" disabled={last >= total} onClick={() => turnTo(page + 1)}>
            {t('ui.pager.older')}
            <ArrowRight size={14} aria-hidden className="rtl:-scale-x-100" />
          </Button>
        </>
      )}
    </nav>
  );
}
