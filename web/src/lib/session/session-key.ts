/** localStorage key of the session. The landing page only checks whether it exists. */
export const SESSION_KEY = 'errand-session';
