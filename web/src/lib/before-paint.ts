import { SESSION_KEY } from './session-key.ts';
import { THEME_KEY } from './theme.ts';

/**
 * Runs in the head of every page, before anything is drawn, so that neither the theme nor the header's
 * buttons change before the person's eyes. It must be the same text in every file: the server allows it by its hash.
 */
export const BEFORE_PAINT = `try{var r=document.documentElement,t=localStorage.getItem('${THEME_KEY}');if(t==='light'||t==='dark')r.dataset.theme=t;if(localStorage.getItem('${SESSION_KEY}'))r.dataset.session=''}catch(e){}`;
