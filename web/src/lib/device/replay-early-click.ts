/** Event on the window once React, or the page's own script, is attached. */
export const PAGE_IS_LIVE = 'page-is-live';

/**
 * Runs in the head of every page. A button that is pressed before the code is there would do
 * nothing, and nobody would learn of it: the last press is kept from everybody else, and done when the code has come.
 * Enter in a form is a press of its button, too. A link is the browser's own until then: React, in the middle of taking
 * over, would stop it and lose the way.
 */
export const REPLAY_EARLY_CLICK = [
  `(function(){var b;`,
  `function keep(e){if(e.target.closest('a[href]'))return e.stopImmediatePropagation();`,
  `var p=e.target.closest('button');if(p){b=p;e.preventDefault();e.stopImmediatePropagation()}}`,
  `addEventListener('click',keep,true);`,
  `addEventListener('${PAGE_IS_LIVE}',function(){removeEventListener('click',keep,true);`,
  `if(b&&b.isConnected)b.click()},{once:true})})();`,
].join('');
