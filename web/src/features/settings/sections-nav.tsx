import { useEffect, useRef, useState } from 'react';
import { t } from '#web/texts/settings.ts';

/** Pixels below the top of the window where a section counts as current. */
const READING_LINE = 120;

/**
 * Id of the section in view. The last sections never reach the reading line, because the page ends first;
 * there, the one in the URL's fragment counts while it is visible.
 */
function useCurrentSection(sections: readonly SectionName[]): string | undefined {
  const [current, setCurrent] = useState(sections[0]?.id);
  useEffect(() => {
    const look = () => setCurrent(sectionInView(sections.map(({ id }) => id)));
    // The section in the URL may not have been rendered when the browser looked for it.
    document.getElementById(location.hash.slice(1))?.scrollIntoView({ behavior: 'instant' });
    look();
    window.addEventListener('scroll', look, { passive: true });
    window.addEventListener('hashchange', look);
    return () => {
      window.removeEventListener('scroll', look);
      window.removeEventListener('hashchange', look);
    };
  }, [sections]);
  return current;
}

function sectionInView(ids: readonly string[]): string | undefined {
  const tops = ids.map((id) => document.getElementById(id)?.getBoundingClientRect().top ?? 0);
  const { scrollHeight, clientHeight } = document.documentElement;
  const isAtEnd = window.scrollY > 0 && window.scrollY + clientHeight >= scrollHeight - 2;
  const asked = ids.indexOf(location.hash.slice(1));
  if (isAtEnd && (tops[asked] ?? -1) >= 0) return ids[asked];
  const past = tops.filter((top) => top <= READING_LINE).length;
  return isAtEnd ? ids.at(-1) : ids[Math.max(0, past - 1)];
}

export interface SectionName {
  readonly id: string;
  readonly label: string;
}

/** Width of the fade at the cut edge, as in `scroll-strip.css`. */
const FADE = 40;

/** Links to the sections: a list at the side, or a scrollable row of tabs on phones. */
export function SectionsNav({ sections }: { sections: readonly SectionName[] }) {
  const current = useCurrentSection(sections);
  const list = useRef<HTMLElement>(null);
  useEffect(() => {
    // On phones the current item may be scrolled out. Scrolls the bar only, never the page.
    const link = list.current?.querySelector<HTMLElement>('[aria-current]');
    if (link) list.current?.scrollTo({ left: link.offsetLeft - list.current.offsetLeft - FADE });
  }, [current]);
  return (
    <nav
      ref={list}
      aria-label={t('settings.sections')}
      className="top-6 self-start max-md:-mx-4 max-md:mb-5 max-md:flex max-md:scroll-strip max-md:gap-5 max-md:border-b max-md:border-line max-md:px-4 md:sticky md:grid md:gap-0.5"
    >
      {sections.map(({ id, label }) => (
        <a
          key={id}
          href={`#${id}`}
          aria-current={id === current ? 'true' : undefined}
          className="type-ui py-1.5 whitespace-nowrap text-text-3 hover:text-text aria-[current]:text-text max-md:py-2.5 max-md:aria-[current]:shadow-[inset_0_-2px_0_var(--ink)] md:-ms-3.5 md:border-s-2 md:border-transparent md:ps-3 md:aria-[current]:border-ink"
        >
          {label}
        </a>
      ))}
    </nav>
  );
}
