import { useId, useState } from 'react';
import { t } from '#web/texts/app.ts';
import { classNames } from '#web/ui/class-names.ts';

/** A longer description is cut until somebody wants to read on: after a glance on a card, much later on its page. */
const LIMITS = {
  card: { characters: 150, cut: 'line-clamp-3' },
  page: { characters: 600, cut: 'line-clamp-6' },
} as const;

/** What a person wrote about a project. A short one is shown whole: it has no "Read more" that could show the rest. */
export function ProjectDescription({ text, on }: { text: string; on: keyof typeof LIMITS }) {
  const { characters, cut } = LIMITS[on];
  const id = useId();
  const [isOpen, setIsOpen] = useState(false);
  const isLong = Array.from(text).length > characters;
  return (
    <>
      <p
        id={id}
        dir="auto"
        className={classNames(
          'w-full wrap-anywhere text-text-2 [font:400_.875rem/1.375rem_var(--font-text)]',
          isLong && !isOpen && cut,
          (isOpen || on === 'page') && 'whitespace-pre-line',
        )}
      >
        {text}
      </p>
      {isLong && (
        <button
          type="button"
          className="link type-meta hit-40 mt-1 self-start"
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => setIsOpen(!isOpen)}
        >
          {t(isOpen ? 'projects.show_less' : 'projects.read_more')}
        </button>
      )}
    </>
  );
}
