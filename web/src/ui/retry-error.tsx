import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import { InlineError } from './inline-error.tsx';

export interface RetryErrorProps {
  /** What could not be had. */
  children: ReactNode;
  /** What the button says. */
  retry: string;
  onRetry: () => void;
  /** It is being tried. */
  busy?: boolean;
  /** Takes the place of `retry` then. */
  busyLabel?: string;
}

/** Something that could not be had, with the way to ask for it again. */
export function RetryError({ children, retry, onRetry, ...state }: RetryErrorProps) {
  return (
    <InlineError
      action={
        <Button look="plain" size="s" onClick={onRetry} {...state}>
          {retry}
        </Button>
      }
    >
      {children}
    </InlineError>
  );
}
