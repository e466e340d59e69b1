import type { ReactNode } from 'react';

export interface TextButtonProps {
  onPress: () => void;
  /** Filled in by `<Trans>`. */
  children?: ReactNode;
}

/** Something to do inside a sentence. */
export function TextButton({ onPress, children }: TextButtonProps) {
  return (
    <button type="button" className="link" onClick={onPress}>
      {children}
    </button>
  );
}
