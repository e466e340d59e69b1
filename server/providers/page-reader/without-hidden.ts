import type { DomDocument } from './dom.ts';

/** Nothing of it is text for a reader. */
const NO_TEXT =
  'script, style, template, noscript, iframe, object, embed, svg, canvas, audio, video, select, button, input, textarea, dialog, nav';

/** Ways to write for machines what people do not see. Colours that equal their background are not among them: what a page looks like is not computed. */
const HIDDEN_STYLE =
  /display\s*:\s*none|visibility\s*:\s*(hidden|collapse)|opacity\s*:\s*0(\.0*)?\s*(;|!|$)|font-size\s*:\s*[01](\.\d+)?\s*(px|pt|em|rem|%)?\s*(;|!|$)|(left|right|top|text-indent)\s*:\s*-\d{3,}|clip(-path)?\s*:\s*(rect\(\s*[01]|inset\(\s*(50|100)%)|(width|height)\s*:\s*[01](px)?\s*(;|!|$)|transform\s*:[^;]*scale\(\s*0\s*\)/i;

/** Takes out of a document what a person who looks at it would not read. */
export function withoutHidden(document: DomDocument): void {
  for (const element of document.querySelectorAll(NO_TEXT)) element.remove();
  for (const element of document.querySelectorAll('[hidden], [aria-hidden="true"], [inert]'))
    element.remove();
  for (const element of document.querySelectorAll('[style]')) {
    if (HIDDEN_STYLE.test(element.getAttribute('style') ?? '')) element.remove();
  }
  // Classes by which sites hide words for screen readers, or altogether.
  for (const element of document.querySelectorAll('.sr-only, .visually-hidden, .hidden, .invisible'))
    element.remove();
}
