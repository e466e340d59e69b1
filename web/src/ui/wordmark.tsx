import { WordmarkSign } from './wordmark-sign.tsx';

/** The sign and the name. The name is configuration, so it is handed in; the default is the product's own. */
export function Wordmark({ name = 'Errand' }: { name?: string }) {
  return (
    <span className="inline-flex items-center gap-2.25 [font:650_1.0625rem/1.5rem_var(--font-text)] tracking-[-.022em]">
      <WordmarkSign />
      <span data-brand="name">{name}</span>
    </span>
  );
}
