import { EXPIRES_SOON_MS } from '../session/kept-session.ts';
import { SESSION_KEY } from '../session/session-key.ts';

/**
 * Inline script in the head of the app's pages: names the file with the client of the auth service, unless this device
 * keeps a token that the first view can read with. That view needs it then only if the session isn't what it seems,
 * and the app asks for it itself.
 */
export const nameUnlessKept = (file: string): string =>
  [
    `(function(){try{var s=JSON.parse(localStorage.getItem('${SESSION_KEY}'));`,
    `if(s&&s.expires_at*1000-Date.now()>${EXPIRES_SOON_MS})return}catch(e){}`,
    `var d=document,l=d.createElement('link');l.rel='modulepreload';l.href=${JSON.stringify(file)};`,
    `d.head.appendChild(l)})();`,
  ].join('');
