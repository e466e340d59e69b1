/** All kinds of files that tools read. The server decides by content; a browser only knows the name. */
export const FILE_KINDS = ['pdf', 'csv', 'png', 'jpeg', 'webp'] as const;
export type FileKind = (typeof FILE_KINDS)[number];

export const PICTURE_KINDS = ['png', 'jpeg', 'webp'] as const satisfies readonly FileKind[];

export const MIME_TYPES: Readonly<Record<FileKind, string>> = {
  pdf: 'application/pdf',
  csv: 'text/csv',
  png: 'image/png',
  jpeg: 'image/jpeg',
  webp: 'image/webp',
};

/** The first one is used for generated files. */
export const EXTENSIONS: Readonly<Record<FileKind, readonly string[]>> = {
  pdf: ['pdf'],
  csv: ['csv'],
  png: ['png'],
  jpeg: ['jpg', 'jpeg'],
  webp: ['webp'],
};
