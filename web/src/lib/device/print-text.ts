/** Long enough to answer the print dialog of any browser. */
const REMOVE_AFTER_MS = 60_000;

/** Prints a text without the page around it. */
export function printText(text: string): void {
  const frame = document.createElement('iframe');
  frame.title = '';
  frame.ariaHidden = 'true';
  // Not `display: none`: some browsers print nothing from such a frame.
  frame.style.cssText = 'position:fixed;inline-size:0;block-size:0;border:0';
  document.body.append(frame);
  const page = frame.contentDocument;
  if (page === null || frame.contentWindow === null) return frame.remove();
  const sheet = page.createElement('pre');
  sheet.style.cssText = 'font-size:14pt;line-height:1.6';
  sheet.textContent = text;
  page.body.append(sheet);
  frame.contentWindow.print();
  setTimeout(() => frame.remove(), REMOVE_AFTER_MS);
}
