import type { ComponentProps } from 'react';
import { classNames } from '../class-names.ts';

export interface IconButtonProps extends ComponentProps<'button'> {
  /** Accessible name and tooltip. */
  label: string;
  /** 28 px in rows, 32 px in bars and dialog heads. The target is 40 px either way. */
  size?: 28 | 32;
}

export function IconButton({ label, size = 28, className, type = 'button', ...rest }: IconButtonProps) {
  return (
    <button
      {...rest}
      type={type}
      aria-label={label}
      data-tip={label}
      className={classNames(
        'tip hit-40 inline-grid place-items-center rounded-control text-text-3 enabled:hover:bg-well enabled:hover:text-text disabled:text-control',
        size === 28 ? 'size-7' : 'size-8',
        className,
      )}
    />
  );
}
