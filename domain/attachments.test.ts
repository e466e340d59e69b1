import { describe, expect, it } from 'vitest';
import { AI_TASK_TYPES } from './ai-task.ts';
import { ATTACHMENT_BYTES_MAX, attachmentProblem, attachmentRule, kindByName } from './attachments.ts';
import { DOCUMENT_KINDS, FILE_KINDS, ROW_KINDS, SECTION_KINDS } from './file-kinds.ts';

const VISION = { vision: true, texts: true };

describe('attachments', () => {
  it('are required by the three tools that work on files', () => {
    const needing = AI_TASK_TYPES.filter((type) => attachmentRule(type, VISION)?.atLeast === 1);
    expect(needing).toEqual(['image_edit', 'data_analysis', 'doc_summary']);
  });

  it('are not allowed for answers and reasoning if no model can read them', () => {
    const nothing = { vision: false, texts: false };
    expect(attachmentRule('answer', nothing)).toBeNull();
    expect(attachmentRule('reasoning', nothing)).toBeNull();
    expect(attachmentRule('doc_summary', nothing)?.kinds).toEqual([...DOCUMENT_KINDS]);
    expect(attachmentRule('data_analysis', nothing)?.kinds).toEqual(['pdf', 'csv', 'xlsx', 'ods']);
    expect(attachmentRule('image_edit', nothing)?.kinds).toEqual(['png', 'jpeg', 'webp']);
    expect(attachmentRule('research', VISION)).toBeNull();
  });

  it('of answers and reasoning are limited to what the model can read', () => {
    expect(attachmentRule('answer', { vision: true, texts: false })?.kinds).toEqual(['png', 'jpeg', 'webp']);
    expect(attachmentRule('reasoning', { vision: false, texts: true })?.kinds).toEqual([
      'pdf',
      ...ROW_KINDS,
      ...SECTION_KINDS,
    ]);
    expect(attachmentRule('answer', VISION)?.kinds).toEqual([...FILE_KINDS]);
  });

  it('are checked by name and size', () => {
    const rule = attachmentRule('doc_summary', VISION);
    if (rule === null) throw new Error('there is a rule');
    const problem = (name: string, size: number) => attachmentProblem({ name, size }, rule);
    expect(problem('Terms.PDF', ATTACHMENT_BYTES_MAX)).toBeNull();
    expect(problem('terms.pdf', ATTACHMENT_BYTES_MAX + 1)).toBe('too_large');
    expect(problem('terms.pdf', 0)).toBe('empty');
    expect(problem('terms.pdf.xlsx', 10)).toBe('wrong_kind');
    expect(problem('terms.doc', 10)).toBe('old_format');
    expect(problem('terms.xls', 10)).toBe('wrong_kind');
  });

  it('are left to the server if their names say nothing', () => {
    const rule = attachmentRule('data_analysis', VISION);
    if (rule === null) throw new Error('there is a rule');
    for (const name of ['export', 'pdf', 'scan.tmp', 'Q3 v1.2', 'song.mp3', '.csv.bak', '']) {
      expect(attachmentProblem({ name, size: 10 }, rule)).toBeNull();
      expect(attachmentProblem({ name, size: 0 }, rule)).toBe('empty');
      expect(attachmentProblem({ name, size: ATTACHMENT_BYTES_MAX + 1 }, rule)).toBe('too_large');
    }
    expect(attachmentProblem({ name: 'notes.txt', size: 10 }, rule)).toBe('wrong_kind');
    expect(attachmentProblem({ name: 'rent.xls', size: 10 }, rule)).toBe('old_format');
  });

  it('may have any extension of a JPEG', () => {
    const kinds = ['a.jpg', 'b.JPEG', 'photo.jfif', 'c.gif'].map(kindByName);
    expect(kinds).toEqual(['jpeg', 'jpeg', 'jpeg', null]);
  });

  it('may be documents and tables with any of their extensions', () => {
    const documents = [
      'a.docx',
      'b.PPTX',
      'c.md',
      'd.eml',
      'd.MSG',
      'e.htm',
      'f.epub',
      'g.ODT',
      'g.odp',
      'h.doc',
    ].map(kindByName);
    expect(documents).toEqual(['docx', 'pptx', 'text', 'eml', 'msg', 'html', 'epub', 'odt', 'odp', null]);
    const kinds = ['a.xlsx', 'b.XLSM', 'b.xltx', 'c.ods', 'd.tsv', 'd.tab', 'e.xls'].map(kindByName);
    expect(kinds).toEqual(['xlsx', 'xlsx', 'xlsx', 'ods', 'csv', 'csv', null]);
    expect(['lease.docm', 'lease.DOTX'].map(kindByName)).toEqual(['docx', 'docx']);
  });
});
