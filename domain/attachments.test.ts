import { describe, expect, it } from 'vitest';
import { AI_TASK_TYPES } from './ai-task.ts';
import { ATTACHMENT_BYTES_MAX, attachmentProblem, attachmentRule, kindByName } from './attachments.ts';

const VISION = { vision: true };

describe('what may be attached', () => {
  it('is needed by the three tools that work on files', () => {
    const needing = AI_TASK_TYPES.filter((type) => attachmentRule(type, VISION)?.atLeast === 1);
    expect(needing).toEqual(['image_edit', 'data_analysis', 'doc_summary']);
  });

  it('is nothing for answers and reasoning where no model can look at pictures', () => {
    expect(attachmentRule('answer', { vision: false })).toBeNull();
    expect(attachmentRule('reasoning', { vision: false })).toBeNull();
    expect(attachmentRule('answer', VISION)?.kinds).toEqual(['png', 'jpeg', 'webp']);
    expect(attachmentRule('doc_summary', { vision: false })?.kinds).toEqual(['pdf']);
  });

  it('is told apart by name and size', () => {
    const rule = attachmentRule('doc_summary', VISION);
    if (rule === null) throw new Error('there is a rule');
    const problem = (name: string, size: number) => attachmentProblem({ name, size }, rule);
    expect(problem('Terms.PDF', ATTACHMENT_BYTES_MAX)).toBeNull();
    expect(problem('terms.pdf', ATTACHMENT_BYTES_MAX + 1)).toBe('too_large');
    expect(problem('terms.pdf', 0)).toBe('empty');
    expect(problem('terms.pdf.exe', 10)).toBe('wrong_kind');
    expect(problem('pdf', 10)).toBe('wrong_kind');
  });

  it('knows both endings of a JPEG', () => {
    expect([kindByName('a.jpg'), kindByName('b.JPEG'), kindByName('c.gif')]).toEqual(['jpeg', 'jpeg', null]);
  });
});
