import { SESSION_KEY } from '../session/session-key.ts';
import { THEME_KEY } from './theme.ts';

/**
 * Inline script in the head of every page, which sets theme and session state before the first paint.
 * `l.href=l.href` makes the canonical path an absolute URL. Submits are blocked until the page's code is
 * loaded, since a native submit would put typed values into the URL. The server allows inline scripts by hash.
 */
export const BEFORE_PAINT = [
  `var r=document.documentElement,l=document.querySelector('link[rel=canonical]');`,
  `if(l)l.href=l.href;`,
  `addEventListener('submit',function(e){e.preventDefault()},true);`,
  `try{var t=localStorage.getItem('${THEME_KEY}');`,
  `if(t==='light'||t==='dark')r.dataset.theme=t;`,
  `if(localStorage.getItem('${SESSION_KEY}'))r.dataset.session=''}catch(e){}`,
].join('');
