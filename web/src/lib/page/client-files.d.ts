/** Made by `web/client-files.ts`. */
declare module 'virtual:client-files' {
  /** URLs of the files with the clients of the tables and of the auth service. Null in the browser and during development. */
  export const CLIENT_FILE: string | null;
  export const AUTH_FILE: string | null;
}
