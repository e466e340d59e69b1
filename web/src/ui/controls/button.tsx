import type { ComponentProps, ReactNode } from 'react';
import { type ButtonLook, type ButtonSize, buttonClass } from './button-class.ts';

export interface ButtonProps extends ComponentProps<'button'> {
  look?: ButtonLook;
  size?: ButtonSize;
  icon?: ReactNode;
  /** Label while busy ("Saving…"). Its space is reserved, so the width never changes. */
  busyLabel?: string;
  /** A busy button does nothing, but stays focusable, so that focus isn't lost. */
  busy?: boolean;
}

export function Button(props: ButtonProps) {
  const {
    look,
    size,
    icon,
    busyLabel,
    busy = false,
    type = 'button',
    className,
    children,
    onClick,
    ...rest
  } = props;
  return (
    <button
      {...rest}
      // A busy submit button must not submit again on Enter.
      type={busy ? 'button' : type}
      className={buttonClass(look, size, className)}
      aria-busy={busy || undefined}
      aria-disabled={busy || undefined}
      onClick={busy ? undefined : onClick}
    >
      {busyLabel === undefined ? (
        <>
          {icon}
          {children}
        </>
      ) : (
        <span className="grid justify-items-center gap-[inherit]">
          <span className={`flex items-center gap-[inherit] [grid-area:1/1] ${busy ? 'invisible' : ''}`}>
            {icon}
            {children}
          </span>
          <span className={busy ? '[grid-area:1/1]' : 'invisible [grid-area:1/1]'}>{busyLabel}</span>
        </span>
      )}
    </button>
  );
}
