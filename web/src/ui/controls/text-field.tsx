import { type ComponentProps, type ReactNode, useId } from 'react';
import { controlClass } from './control-class.ts';
import { describedBy, FieldFrame } from './field-frame.tsx';
import { useLimit } from './use-limit.ts';

export interface TextFieldProps extends ComponentProps<'input'> {
  label: string;
  note?: string;
  labelEnd?: ReactNode;
  hint?: string;
  error?: string;
}

export function TextField({ label, note, labelEnd, hint, error, id, className, ...input }: TextFieldProps) {
  const ownId = useId();
  const fieldId = id ?? ownId;
  const { limit, follow } = useLimit(input.maxLength, input.value);
  return (
    <FieldFrame {...{ label, note, labelEnd, hint, error, limit }} id={fieldId}>
      <input
        {...input}
        onInput={(event) => {
          follow(event);
          input.onInput?.(event);
        }}
        id={fieldId}
        className={controlClass(error !== undefined, `h-10 max-md:h-11 ${className ?? ''}`)}
        aria-invalid={error !== undefined || undefined}
        aria-describedby={describedBy(fieldId, { hint, error })}
      />
    </FieldFrame>
  );
}
