import { SESSION_KEY } from '../session/session-key.ts';
import { THEME_KEY } from './theme.ts';

/**
 * Runs in the head of every page, before anything is drawn, so that neither the theme nor the header's buttons
 * change before the person's eyes. `l.href=l.href` turns the canonical path into a whole address.
 * A form that is sent before its page's code is there would put what was typed into the address: it waits.
 * The server allows inline scripts by their hash.
 */
export const BEFORE_PAINT = [
  `var r=document.documentElement,l=document.querySelector('link[rel=canonical]');`,
  `if(l)l.href=l.href;`,
  `addEventListener('submit',function(e){e.preventDefault()},true);`,
  `try{var t=localStorage.getItem('${THEME_KEY}');`,
  `if(t==='light'||t==='dark')r.dataset.theme=t;`,
  `if(localStorage.getItem('${SESSION_KEY}'))r.dataset.session=''}catch(e){}`,
].join('');
