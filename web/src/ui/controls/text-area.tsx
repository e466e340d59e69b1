import { type ComponentProps, useId } from 'react';
import { controlClass } from './control-class.ts';
import { describedBy, FieldFrame } from './field-frame.tsx';
import { useLimit } from './use-limit.ts';

export interface TextAreaProps extends ComponentProps<'textarea'> {
  label: string;
  note?: string;
  hint?: string;
  error?: string;
}

export function TextArea({ label, note, hint, error, id, className, rows = 4, ...area }: TextAreaProps) {
  const ownId = useId();
  const fieldId = id ?? ownId;
  const { limit, follow } = useLimit(area.maxLength, area.value);
  return (
    <FieldFrame {...{ label, note, hint, error, limit }} id={fieldId}>
      <textarea
        {...area}
        onInput={(event) => {
          follow(event);
          area.onInput?.(event);
        }}
        id={fieldId}
        rows={rows}
        className={controlClass(error !== undefined, `resize-y py-2 ${className ?? ''}`)}
        aria-invalid={error !== undefined || undefined}
        aria-describedby={describedBy(fieldId, { hint, error })}
      />
    </FieldFrame>
  );
}
