/** Made by `web/pdf-files.ts`. */
declare module 'virtual:pdf-files' {
  /** URL of the folder with what pdf.js loads while it draws. */
  export const PDF_FILES: string;
}
