/** What the app uses of the newest that browsers have, which none from before those in README.md has all of. */
const NEEDED = "Map.groupBy&&URL.canParse&&Intl.Segmenter&&'popover' in document.documentElement";

/**
 * Inline script in the head of every page: a line at its top for a person whose browser is too old for the app, which
 * would otherwise wait or fail without saying why. It comes without anything that an old browser may not know.
 */
export const sayOldBrowser = (text: string): string =>
  [
    `if(!(${NEEDED}))addEventListener('DOMContentLoaded',function(){var p=document.createElement('p');`,
    `p.className='old-browser';p.setAttribute('role','alert');p.textContent=${JSON.stringify(text)};`,
    `document.body.insertBefore(p,document.body.firstChild)});`,
  ].join('');
