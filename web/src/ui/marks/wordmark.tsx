import { WordmarkSign } from './wordmark-sign.tsx';

/**
 * Icon and name. The name is configurable, so it is passed in; without React, a script finds it by
 * `data-brand`.
 */
export function Wordmark({ name }: { name: string }) {
  return (
    <span className="inline-flex items-center gap-2.25 [font:650_1.0625rem/1.5rem_var(--font-text)] tracking-[-.022em]">
      <WordmarkSign />
      <span data-brand="name">{name}</span>
    </span>
  );
}
