/** Labels of the Encoding Standard for the numbers that Windows gives to encodings. */
const LABELS: Readonly<Record<number, string>> = {
  874: 'windows-874',
  932: 'shift_jis',
  936: 'gbk',
  949: 'euc-kr',
  950: 'big5',
  20127: 'windows-1252',
  20866: 'koi8-r',
  21866: 'koi8-u',
  50220: 'iso-2022-jp',
  50221: 'iso-2022-jp',
  50222: 'iso-2022-jp',
  51932: 'euc-jp',
  51949: 'euc-kr',
  54936: 'gb18030',
  65001: 'utf-8',
};

/** Undefined for pages that nothing decodes. */
export function labelOf(page: number): string | undefined {
  if (page >= 1250 && page <= 1258) return `windows-${page}`;
  if (page >= 28592 && page <= 28606) return `iso-8859-${page - 28590}`;
  return page === 28591 ? 'windows-1252' : LABELS[page];
}

/** As the Western Windows encoding if the page is unknown. */
export const decodePage = (bytes: Uint8Array, page: number): string =>
  new TextDecoder(labelOf(page) ?? 'windows-1252').decode(bytes);
