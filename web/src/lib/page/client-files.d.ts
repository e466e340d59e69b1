/** Made by `web/client-files.ts`. */
declare module 'virtual:client-files' {
  /** URL of the file with supabase-js. Null in the browser and during development. */
  export const SUPABASE_FILE: string | null;
}
