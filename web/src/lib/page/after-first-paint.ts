/**
 * Runs in the head of a page that is a plain file with a script of its own: the fonts and the script are asked for when
 * something has been painted, so that on a slow line neither stands in the way of the first words. Until then stand-ins
 * of the same measures are drawn (`styles/fonts.css`). A browser that doesn't tell of its paints asks with `load`.
 * An address that names a place of the page has it laid out whole at once, so that it scrolls to that place.
 * What did not come is asked for once more, by another address: a browser may remember that the first has failed.
 * `import` because a script element's address would need a Trusted Types policy.
 */
export const askAfterFirstPaint = (script: string): string =>
  [
    `(function(){var d=document,s=${JSON.stringify(script)},asked;if(!location.hash)r.dataset.fonts='later';`,
    `function ask(){if(asked)return;asked=true;delete r.dataset.fonts;`,
    `import(s).catch(function(){setTimeout(function(){import(s+'?again')},1500)})}`,
    `function ready(){d.readyState==='loading'?addEventListener('DOMContentLoaded',ask):ask()}`,
    `try{new PerformanceObserver(ready).observe({type:'paint',buffered:true})}catch(e){}`,
    `addEventListener('load',function(){setTimeout(ask,1500)})})();`,
  ].join('');
