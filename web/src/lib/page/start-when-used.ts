/** Dispatched on the window to start a light page's React. */
export const START_PAGE = 'start-page';

/** Signs that a person has turned to the page, or that a screen reader acts for them. */
const SIGNS = ['pointerdown', 'keydown', 'focusin', 'input', 'click'];

/**
 * Inline script in the head of a light page: a promise for the moment in which its React shall start. At once if the
 * URL or a session says more than that somebody wants to read it.
 */
export const START_WHEN_USED = [
  `window.pageStart=new Promise(function(start){`,
  `if(location.search||location.hash||'session' in r.dataset)return start();`,
  `${JSON.stringify(SIGNS)}.forEach(function(sign){`,
  `addEventListener(sign,start,{capture:true,once:true,passive:true})});`,
  // Browsers may report a pointer that rests where the page has come up.
  `addEventListener('pointermove',function(event){if(event.movementX||event.movementY)start()},{passive:true});`,
  `addEventListener('${START_PAGE}',start,{once:true})});`,
].join('');

const IMPORT_NAMED = /import \* as (\w+) from ("[^"]+");/g;
const IMPORT = /^import ("[^"]+");/gm;

/**
 * The router's start script, which waits for `pageStart`. All files are fetched first, again until they are there:
 * browsers may cache a failed import for good.
 */
export function waitForStart(script: string, files: readonly string[]): string {
  const ahead = [
    'await window.pageStart;',
    'const later=()=>new Promise((go)=>setTimeout(go,1500));',
    'const get=(file)=>fetch(file).then((answer)=>answer.arrayBuffer()).catch(()=>later().then(()=>get(file)));',
    `await Promise.all(${JSON.stringify(files)}.map(get));`,
  ].join('\n');
  return `${ahead}\n${script.replaceAll(IMPORT_NAMED, 'const $1 = await import($2);').replaceAll(IMPORT, 'await import($1);')}`;
}
