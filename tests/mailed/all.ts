import { DOCUMENTS } from './documents.ts';
import type { MailedFile } from './mailed-file.ts';
import { MAKERS } from './makers.ts';
import { MISNAMED, SAVED_BY_OFFICES } from './misnamed.ts';
import { OPEN_WORKBOOKS } from './open-workbooks.ts';
import { OUTLOOK } from './outlook.ts';
import { PACKED_WORKBOOKS } from './packed-workbooks.ts';
import { PDFS } from './pdfs.ts';
import { PICTURES } from './pictures.ts';
import { TEXTS } from './texts.ts';
import { WORKBOOKS } from './workbooks.ts';

export const MAILED_FILES: readonly MailedFile[] = [
  ...PDFS,
  ...WORKBOOKS,
  ...PACKED_WORKBOOKS,
  ...OPEN_WORKBOOKS,
  ...DOCUMENTS,
  ...TEXTS,
  ...OUTLOOK,
  ...PICTURES,
  ...SAVED_BY_OFFICES,
  ...MISNAMED,
  ...MAKERS,
];
