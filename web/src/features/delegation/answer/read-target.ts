/** Where a link in an answer may lead: pages and mail addresses. Undefined: it is shown as plain text. */
export function readTarget(href: string | undefined): URL | undefined {
  if (href === undefined || !URL.canParse(href)) return undefined;
  const url = new URL(href);
  return ['https:', 'http:', 'mailto:'].includes(url.protocol) ? url : undefined;
}
