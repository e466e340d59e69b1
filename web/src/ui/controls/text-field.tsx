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
  /** A button within the field, at its end. */
  end?: ReactNode;
}

export function TextField(props: TextFieldProps) {
  const { label, note, labelEnd, hint, error, end, id, className, ...input } = props;
  const ownId = useId();
  const fieldId = id ?? ownId;
  const { limit, follow } = useLimit(input.maxLength, input.value);
  const control = (
    <input
      {...input}
      onInput={(event) => {
        follow(event);
        input.onInput?.(event);
      }}
      id={fieldId}
      className={controlClass(
        error !== undefined,
        `h-10 max-md:h-11 ${end ? 'pe-11' : ''} ${className ?? ''}`,
      )}
      aria-invalid={error !== undefined || undefined}
      aria-describedby={describedBy(fieldId, { hint, error })}
    />
  );
  return (
    <FieldFrame {...{ label, note, labelEnd, hint, error, limit }} id={fieldId}>
      {end ? (
        <div className="relative grid items-center">
          {control}
          <span className="absolute end-1 flex">{end}</span>
        </div>
      ) : (
        control
      )}
    </FieldFrame>
  );
}
