import { someTools } from '#web/lib/models/some-tools.ts';
import type { LandingConfig } from './read-landing-config.ts';

/** Leaves out the tools that are not connected here: their places, and what is said of all eight. */
export function showTools(root: HTMLElement, { ai }: LandingConfig): void {
  const some = someTools(ai['demo'], ai['tools']);
  if (some === null) return;
  const places = [...root.querySelectorAll<HTMLElement>('[data-tool]')];
  const kept = places.filter(({ dataset }) => some.some((type) => type === dataset['tool']));
  for (const place of places) if (!kept.includes(place)) place.remove();
  const names = kept.map((place) => place.querySelector('h3')?.textContent).join('; ');
  for (const element of root.querySelectorAll<HTMLElement>('[data-some-tools]')) {
    const text = element.dataset['someTools'] ?? '';
    element.textContent = text.replace('{count}', String(some.length)).replace('{tools}', names);
  }
}
