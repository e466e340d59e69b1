/** All kinds of files that tools read. The server decides by content; a browser only knows the name. */
export const FILE_KINDS = ['pdf', 'csv', 'xlsx', 'ods', 'png', 'jpeg', 'webp'] as const;
export type FileKind = (typeof FILE_KINDS)[number];

/** Kinds whose tables code reads; a picture's are read by a model. */
export const TABLE_KINDS = ['pdf', 'csv', 'xlsx', 'ods'] as const satisfies readonly FileKind[];
export type TableKind = (typeof TABLE_KINDS)[number];

export const PICTURE_KINDS = ['png', 'jpeg', 'webp'] as const satisfies readonly FileKind[];

export const MIME_TYPES: Readonly<Record<FileKind, string>> = {
  pdf: 'application/pdf',
  csv: 'text/csv',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  ods: 'application/vnd.oasis.opendocument.spreadsheet',
  png: 'image/png',
  jpeg: 'image/jpeg',
  webp: 'image/webp',
};

/** The first one is used for generated files. */
export const EXTENSIONS: Readonly<Record<FileKind, readonly string[]>> = {
  pdf: ['pdf'],
  csv: ['csv', 'tsv'],
  // With macros, which nothing runs.
  xlsx: ['xlsx', 'xlsm'],
  ods: ['ods'],
  png: ['png'],
  jpeg: ['jpg', 'jpeg'],
  webp: ['webp'],
};

/** Kinds that have text but no pages. */
export const TEXT_KINDS = ['csv', 'xlsx', 'ods'] as const satisfies readonly FileKind[];
export type TextKind = (typeof TEXT_KINDS)[number];

/** The kind that a file was found to be when it was checked, by the type that it was stored with. */
export const kindOfType = (type: string): FileKind | undefined =>
  FILE_KINDS.find((kind) => MIME_TYPES[kind] === type);
