import { allEndpoints } from '#server/platform/auth/all-endpoints.ts';

/** What the auth room answers, and whom: for tests that must leave none out. */
export const authEndpoints = allEndpoints.map(({ method, path, access }) => ({ method, path, access }));
