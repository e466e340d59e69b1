/** Dispatched on the window once React, or the page's own script, is attached. */
export const PAGE_IS_LIVE = 'page-is-live';

/**
 * Inline script in the head of every page. Holds back the last click on a button until the code is loaded and
 * then replays it, since it would be lost otherwise. Enter in a form clicks its button, too. Links stay native
 * until then: React would cancel a click during hydration and lose the navigation.
 */
export const REPLAY_EARLY_CLICK = [
  `(function(){var b;`,
  `function keep(e){if(e.target.closest('a[href]'))return e.stopImmediatePropagation();`,
  `var p=e.target.closest('button');if(p){b=p;e.preventDefault();e.stopImmediatePropagation()}}`,
  `addEventListener('click',keep,true);`,
  `addEventListener('${PAGE_IS_LIVE}',function(){removeEventListener('click',keep,true);`,
  `if(b&&b.isConnected)b.click()},{once:true})})();`,
].join('');
