import { type ComponentProps, type ReactNode, useId } from 'react';
import { classNames } from '../class-names.ts';
import { FieldError } from './field-error.tsx';

export interface CheckboxProps extends Omit<ComponentProps<'input'>, 'type'> {
  /** Label. Without it, set `aria-label` (as for a row's checkbox). */
  children?: ReactNode;
  error?: string;
}

/** An 18 px box (20 px on touch) with a 40 px target. A tick always means done. */
export function Checkbox({ children, error, id, className, ...input }: CheckboxProps) {
  const ownId = useId();
  const boxId = id ?? ownId;
  const box = (
    <input
      {...input}
      id={boxId}
      type="checkbox"
      className={classNames('check', children === undefined && className)}
      aria-invalid={error !== undefined || undefined}
      aria-describedby={error ? `${boxId}-error` : undefined}
    />
  );
  if (children === undefined) return box;
  return (
    <div className={classNames('grid gap-1', className)}>
      <label htmlFor={boxId} className="flex cursor-pointer items-start gap-3">
        <span className="mt-0.75">{box}</span>
        <span>{children}</span>
      </label>
      {error && <FieldError id={`${boxId}-error`}>{error}</FieldError>}
    </div>
  );
}
