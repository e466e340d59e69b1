/**
 * Whether the text of a link is its own address written out, and so says where it leads. Anything less does not: in
 * `https://www.visa.com` stands `sa.com`, and `bank.example/evil.example` names the place it leads to last.
 */
export function linkTextMatchesHost(text: string, { protocol, host, pathname }: URL): boolean {
  if (protocol === 'mailto:') return text === pathname;
  const shown = text.replace(/^https?:\/\//i, '').toLowerCase();
  return shown.startsWith(host) && /^(?:[/?#]|$)/.test(shown.slice(host.length));
}
