import type { ReactNode } from 'react';
import { classNames } from '../class-names.ts';

export interface TextButtonProps {
  onPress: () => void;
  /** Alone on its line: gets the full touch height. */
  alone?: boolean;
  /** Filled in by `<Trans>`. */
  children?: ReactNode;
}

/** A button that looks like text, within a sentence or alone. */
export function TextButton({ onPress, alone = false, children }: TextButtonProps) {
  return (
    <button type="button" className={classNames('link', alone && 'hit-40')} onClick={onPress}>
      {children}
    </button>
  );
}
