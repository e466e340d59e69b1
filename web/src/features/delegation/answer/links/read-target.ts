/**
 * Target of a link in an answer: a web page or a mail address. Undefined for anything else, which is shown as
 * plain text.
 */
export function readTarget(href: string | undefined): URL | undefined {
  if (href === undefined || !URL.canParse(href)) return undefined;
  const url = new URL(href);
  return ['https:', 'http:', 'mailto:'].includes(url.protocol) ? url : undefined;
}
