import type { ReactNode } from 'react';
import { t } from '#web/texts/app.ts';
import { FieldError } from './field-error.tsx';

export interface FieldFrameProps {
  id: string;
  label: string;
  /** "optional", shown muted beside the label. */
  note?: string;
  /** A link or a count at the end of the label's line. */
  labelEnd?: ReactNode;
  hint?: string;
  error?: string;
  /** Maximum length, once reached; null before. */
  limit?: number | null | undefined;
  children: ReactNode;
}

/** Label above, control, hint and error below, for every kind of field. */
export function FieldFrame({ id, label, note, labelEnd, hint, error, limit, children }: FieldFrameProps) {
  return (
    <div className="grid gap-1.5">
      <div className="flex items-baseline justify-between gap-3">
        <label htmlFor={id} className="type-ui">
          {label}
          {note && <span className="font-normal text-text-3"> {note}</span>}
        </label>
        {labelEnd}
      </div>
      {children}
      {hint && (
        <p id={`${id}-hint`} className="type-meta text-text-3">
          {hint}
        </p>
      )}
      {/* Rendered from the start, so that changes are announced; takes no space while empty. */}
      {limit !== undefined && (
        <output className="type-meta text-text-2 empty:absolute">
          {limit !== null && t('ui.field.full', { count: limit })}
        </output>
      )}
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
    </div>
  );
}

/** Ids for `aria-describedby`, of those texts that exist. */
export function describedBy(
  id: string,
  { hint, error }: { hint?: string; error?: string },
): string | undefined {
  const ids = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean);
  return ids.length > 0 ? ids.join(' ') : undefined;
}
