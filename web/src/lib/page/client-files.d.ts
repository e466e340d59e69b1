/** Made by `web/client-files.ts`. */
declare module 'virtual:client-files' {
  /** URL of the file with the client of the data API. Null in the browser and during development. */
  export const CLIENT_FILE: string | null;
}
