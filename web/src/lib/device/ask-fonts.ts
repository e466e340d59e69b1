import { PAGE_IS_LIVE } from './replay-early-click.ts';

/** Milliseconds within which a page's file arrives on a good line. */
const GOOD_LINE_MS = 300;

/**
 * Inline script in the head of a page with React. On a slow line, fonts and code would share it, so the fonts wait
 * until the page works; fallback fonts with matching metrics are shown until then (`styles/fonts.css`). On others, the
 * font of the first paint is requested at once; the mono font of receipts may load later.
 */
export const askFonts = (font: string): string =>
  [
    `if(performance.now()>${GOOD_LINE_MS}){r.dataset.fonts='later';`,
    `addEventListener('${PAGE_IS_LIVE}',function(){delete r.dataset.fonts},{once:true})}`,
    `else{var f=document.createElement('link');f.rel='preload';f.as='font';f.type='font/woff2';`,
    `f.crossOrigin='anonymous';f.href=${JSON.stringify(font)};document.head.append(f)}`,
  ].join('');
