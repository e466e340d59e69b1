import ChevronDown from 'lucide-react/icons/chevron-down';
import { type ComponentProps, useId } from 'react';
import { controlClass } from './control-class.ts';
import { describedBy, FieldFrame } from './field-frame.tsx';

export interface SelectOption {
  value: string;
  label: string;
}

export interface SelectFieldProps extends Omit<ComponentProps<'select'>, 'children'> {
  label: string;
  options: readonly SelectOption[];
  note?: string;
  hint?: string;
  error?: string;
}

/** Native select: searchable by typing, and with the phone's own picker. */
export function SelectField({
  label,
  options,
  note,
  hint,
  error,
  id,
  className,
  ...select
}: SelectFieldProps) {
  const ownId = useId();
  const fieldId = id ?? ownId;
  return (
    <FieldFrame id={fieldId} label={label} note={note} hint={hint} error={error}>
      <span className="relative block">
        <select
          {...select}
          id={fieldId}
          className={controlClass(
            error !== undefined,
            `h-10 appearance-none pe-9 max-md:h-11 ${className ?? ''}`,
          )}
          aria-invalid={error !== undefined || undefined}
          aria-describedby={describedBy(fieldId, { hint, error })}
        >
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
        <ChevronDown
          size={16}
          aria-hidden
          className="pointer-events-none absolute inset-e-3 top-1/2 -translate-y-1/2 text-text-3"
        />
      </span>
    </FieldFrame>
  );
}
