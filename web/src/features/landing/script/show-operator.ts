import { PRODUCT_NAME } from '#web/lib/page/product-name.ts';
import type { LandingConfig } from './read-landing-config.ts';

/**
 * Fills in the operator's details by `data-brand`; fields without a value keep their text. Removes
 * `data-unread`, and in production the hints for the operator, `data-hint`.
 */
export function showOperator(root: HTMLElement, { brand, affiliateUrl, isProduction }: LandingConfig): void {
  if (typeof brand['name'] === 'string') {
    document.title = document.title.replaceAll(PRODUCT_NAME, brand['name']);
  }
  const values: Record<string, unknown> = { ...brand, affiliateUrl };
  for (const element of root.querySelectorAll<HTMLElement>('[data-brand]')) {
    const { brand: field = '', subject } = element.dataset;
    const value = values[field];
    if (typeof value !== 'string' || value === '') continue;
    if (element instanceof HTMLAnchorElement) {
      element.href = field === 'supportEmail' ? mailTo(value, subject) : value;
    } else element.textContent = value;
    element.hidden = false;
  }
  for (const sentence of root.querySelectorAll<HTMLElement>('[data-needs]')) {
    sentence.hidden = !values[sentence.dataset['needs'] ?? ''];
  }
  for (const sentence of root.querySelectorAll<HTMLElement>('[data-lacks]')) {
    sentence.hidden = Boolean(values[sentence.dataset['lacks'] ?? '']);
  }
  for (const hint of root.querySelectorAll<HTMLElement>('[data-hint]')) hint.hidden ||= isProduction;
  for (const sentence of root.querySelectorAll<HTMLElement>('[data-unread]')) sentence.hidden = true;
  for (const samples of root.querySelectorAll<HTMLElement>('[data-testimonials]')) {
    samples.hidden = brand['testimonials'] === false;
  }
  const links = root.querySelector('[data-footer-links]');
  const social: unknown[] = Array.isArray(brand['socialLinks']) ? brand['socialLinks'] : [];
  for (const address of social) if (typeof address === 'string') links?.append(linkTo(address));
}

const mailTo = (address: string, subject?: string): string =>
  `mailto:${address}${subject ? `?subject=${encodeURIComponent(subject)}` : ''}`;

function linkTo(address: string): HTMLAnchorElement {
  const link = document.createElement('a');
  link.href = address;
  link.rel = 'me noopener';
  link.textContent = new URL(address).hostname;
  return link;
}
