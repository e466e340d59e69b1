/** Where the signed-in session is kept on the device. The landing page asks only whether it is there. */
export const SESSION_KEY = 'errand-session';
