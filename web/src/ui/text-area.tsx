import { type ComponentProps, useId } from 'react';
import { controlClass } from './control-class.ts';
import { describedBy, FieldFrame } from './field-frame.tsx';

export interface TextAreaProps extends ComponentProps<'textarea'> {
  label: string;
  note?: string;
  hint?: string;
  error?: string;
}

export function TextArea({ label, note, hint, error, id, className, rows = 4, ...area }: TextAreaProps) {
  const ownId = useId();
  const fieldId = id ?? ownId;
  return (
    <FieldFrame id={fieldId} label={label} note={note} hint={hint} error={error}>
      <textarea
        {...area}
        id={fieldId}
        rows={rows}
        className={controlClass(error !== undefined, `resize-y py-2 ${className ?? ''}`)}
        aria-invalid={error !== undefined || undefined}
        aria-describedby={describedBy(fieldId, { hint, error })}
      />
    </FieldFrame>
  );
}
