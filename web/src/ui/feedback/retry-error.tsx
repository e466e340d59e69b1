import CloudOff from 'lucide-react/icons/cloud-off';
import type { ReactNode } from 'react';
import { Button } from '../controls/button.tsx';
import { InlineError } from './inline-error.tsx';
import { Notice } from './notice.tsx';

export interface RetryErrorProps {
  /** Error message. */
  children: ReactNode;
  /** Label of the button. */
  retry: string;
  onRetry: () => void;
  /** The retry is in progress. */
  busy?: boolean;
  /** Label during a retry. */
  busyLabel?: string;
  /** A muted line, beside content that did load. */
  calm?: boolean;
}

/** An error with a retry button. */
export function RetryError({ children, retry, onRetry, calm = false, ...state }: RetryErrorProps) {
  const again = (
    <Button look="plain" size="s" onClick={onRetry} {...state}>
      {retry}
    </Button>
  );
  if (!calm) return <InlineError action={again}>{children}</InlineError>;
  return (
    <div className="mt-3 flex flex-wrap items-center gap-x-3">
      <Notice icon={<CloudOff size={14} aria-hidden />}>{children}</Notice>
      {again}
    </div>
  );
}
