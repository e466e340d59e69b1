const RAISED: Readonly<Record<string, string>> = {
  '0': '⁰',
  '1': '¹',
  '2': '²',
  '3': '³',
  '4': '⁴',
  '5': '⁵',
  '6': '⁶',
  '7': '⁷',
  '8': '⁸',
  '9': '⁹',
  '+': '⁺',
  '-': '⁻',
  '−': '⁻',
  '–': '⁻',
};

/**
 * Writes raised text by the characters that Unicode has for raised digits: an exponent or the mark of a footnote would
 * otherwise become digits of the number before it, 10⁶ become 106. Letters stay, as in `2nd`.
 */
export const raisedText = (text: string): string =>
  text.replace(/[\d+\-−–]/g, (sign) => RAISED[sign] ?? sign);
