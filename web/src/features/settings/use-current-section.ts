import { useEffect, useState } from 'react';
import type { SectionName } from './sections-nav.tsx';

/** Where a section counts as the one that is being read: this far below the top of the window. */
const READING_LINE = 120;

/**
 * Which section is being read. The last ones never reach the reading line, because the page ends before: there the
 * one whose address was asked for counts, as long as it is to be seen.
 */
export function useCurrentSection(sections: readonly SectionName[]): string | undefined {
  const [current, setCurrent] = useState(sections[0]?.id);
  useEffect(() => {
    const look = () => setCurrent(sectionInView(sections.map(({ id }) => id)));
    // The address may name a section that was not drawn yet when the browser looked for it.
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
