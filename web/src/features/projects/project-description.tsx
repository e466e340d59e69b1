import { type RefObject, useEffect, useId, useRef, useState } from 'react';
import { t } from '#web/texts/later.ts';
import { classNames } from '#web/ui/class-names.ts';

/** Length above which a description is clamped: short on a card, long on its own page. */
const LIMITS = {
  card: { characters: 150, cut: 'line-clamp-3' },
  page: { characters: 600, cut: 'line-clamp-6' },
} as const;

/** Description of a project, clamped until expanded. */
export function ProjectDescription({ text, on }: { text: string; on: keyof typeof LIMITS }) {
  const { characters, cut } = LIMITS[on];
  const id = useId();
  const [isOpen, setIsOpen] = useState(false);
  const paragraph = useRef<HTMLParagraphElement>(null);
  const hasMany = Array.from(text).length > characters;
  const isTooHigh = useOverflow(paragraph, on === 'card' && !hasMany && !isOpen);
  const isLong = hasMany || isTooHigh;
  return (
    <>
      <p
        ref={paragraph}
        id={id}
        dir="auto"
        className={classNames(
          'w-full wrap-anywhere text-text-2 type-small',
          (isLong || on === 'card') && !isOpen && cut,
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

/** Measures whether text is clamped while `isAsked`; keeps the last result afterwards. */
function useOverflow(element: RefObject<HTMLElement | null>, isAsked: boolean): boolean {
  const [isCut, setCut] = useState(false);
  useEffect(() => {
    const { current } = element;
    if (!isAsked || current === null) return;
    const observer = new ResizeObserver(() => setCut(current.scrollHeight > current.clientHeight));
    observer.observe(current);
    return () => observer.disconnect();
  }, [element, isAsked]);
  return isCut;
}
