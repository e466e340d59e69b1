/** All kinds of files that tools read. The server decides by content; a browser only knows the name. */
export const FILE_KINDS = [
  'pdf',
  'csv',
  'xlsx',
  'ods',
  'docx',
  'odt',
  'pptx',
  'odp',
  'text',
  'eml',
  'msg',
  'html',
  'epub',
  'png',
  'jpeg',
  'webp',
] as const;
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
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  odt: 'application/vnd.oasis.opendocument.text',
  pptx: 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
  odp: 'application/vnd.oasis.opendocument.presentation',
  text: 'text/plain',
  eml: 'message/rfc822',
  msg: 'application/vnd.ms-outlook',
  html: 'text/html',
  epub: 'application/epub+zip',
  png: 'image/png',
  jpeg: 'image/jpeg',
  webp: 'image/webp',
};

/** The first one is used for generated files. */
export const EXTENSIONS: Readonly<Record<FileKind, readonly string[]>> = {
  pdf: ['pdf'],
  csv: ['csv', 'tsv', 'tab'],
  // With macros, which nothing runs, and as a template.
  xlsx: ['xlsx', 'xlsm', 'xltx'],
  ods: ['ods'],
  docx: ['docx', 'docm', 'dotx'],
  odt: ['odt'],
  pptx: ['pptx', 'ppsx'],
  odp: ['odp'],
  text: ['txt', 'md', 'json'],
  eml: ['eml'],
  msg: ['msg'],
  html: ['html', 'htm'],
  epub: ['epub'],
  png: ['png'],
  jpeg: ['jpg', 'jpeg', 'jfif'],
  webp: ['webp'],
};

/** Extensions of RTF and of what Office saved before 2007, which aren't read, and the ones that it saves today. */
export const OLD_EXTENSIONS: Readonly<Record<string, 'docx' | 'xlsx' | 'pptx'>> = {
  doc: 'docx',
  rtf: 'docx',
  xls: 'xlsx',
  ppt: 'pptx',
  pps: 'pptx',
};

/** Kinds whose text is that of their rows. */
export const ROW_KINDS = ['csv', 'xlsx', 'ods'] as const satisfies readonly FileKind[];
export type RowKind = (typeof ROW_KINDS)[number];

/** Documents without pages: their text is cited by slide or section. */
export const SECTION_KINDS = [
  'docx',
  'odt',
  'pptx',
  'odp',
  'text',
  'eml',
  'msg',
  'html',
  'epub',
] as const satisfies readonly FileKind[];
export type SectionKind = (typeof SECTION_KINDS)[number];

/** Kinds that a document is read from. */
export const DOCUMENT_KINDS = ['pdf', ...SECTION_KINDS] as const satisfies readonly FileKind[];

/** What a document is divided into, and cited by. */
export const TEXT_UNITS = ['page', 'slide', 'section'] as const;
export type TextUnit = (typeof TEXT_UNITS)[number];

/** Kinds of plain text, which look alike: their names are a part of what tells them apart. */
export const PLAIN_KINDS = ['csv', 'text', 'eml', 'html'] as const satisfies readonly FileKind[];

/** The kind that a file was found to be when it was checked, by the type that it was stored with. */
export const kindOfType = (type: string): FileKind | undefined =>
  FILE_KINDS.find((kind) => MIME_TYPES[kind] === type);
