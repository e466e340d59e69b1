/**
 * Inline script in the head of a static page with its own script: requests fonts and script only after the
 * first paint, so that on slow lines neither delays the first words. Fallback fonts with matching metrics are
 * shown until then (`styles/fonts.css`). Browsers without paint timing use `load`. A URL with a fragment is
 * laid out in full at once, so that it can scroll to its target. A failed import is retried with another URL,
 * since browsers may cache the failure. `import`, because a script element's URL would need a Trusted Types
 * policy.
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
