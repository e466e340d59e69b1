import { useEffect, useRef } from 'react';
import { t } from '#web/texts/settings.ts';
import { useCurrentSection } from './use-current-section.ts';

export interface SectionName {
  readonly id: string;
  readonly label: string;
}

/** As far as the line fades where it is cut off: `scroll-strip.css`. */
const FADE = 40;

/** The way to each section: a list at the side, on the phone a line of tabs that can be pushed. */
export function SectionsNav({ sections }: { sections: readonly SectionName[] }) {
  const current = useCurrentSection(sections);
  const list = useRef<HTMLElement>(null);
  useEffect(() => {
    // On the phone the current one may stand outside the line. Only the line moves, never the page.
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
