import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { estimateTokens } from '../models/estimate-tokens.ts';
import type { ToolProject } from '../tool.ts';
import { packProject } from './pack-project.ts';

function project(taskTitles: readonly string[], description: string | null = null): ToolProject {
  return { title: 'Garden', description, category: 'project', taskTitles };
}

describe('packProject', () => {
  it('takes all of a small project, in order', () => {
    const titles = ['Buy seeds', 'Water the roses', 'Mow'];
    expect(packProject(project(titles, '  For spring. '), 'Plan the beds')).toEqual({
      title: 'Garden',
      description: 'For spring.',
      taskTitles: titles,
      of: 3,
    });
  });

  it('prefers titles that share rare words with the task, then the newest', () => {
    const titles = ['Call the bank', 'Call mother', 'Prune the apple tree', 'Call the office', 'Sort papers'];
    const caps = { descriptionTokens: 10, titleTokens: 24 };
    const packed = packProject(project(titles), 'How do I care for an apple tree? Call me', caps);
    expect(packed.taskTitles).toContain('Prune the apple tree');
    expect(packed.taskTitles).not.toContain('Sort papers');
    expect(packed.taskTitles[0]).toBe('Call the bank');
  });

  it('recognises words in scripts without spaces', () => {
    const titles = ['整理书房', '准备东京旅行', '买菜'];
    const packed = packProject(project(titles), '计划东京的行程', { descriptionTokens: 10, titleTokens: 10 });
    expect(packed.taskTitles).toEqual(['准备东京旅行']);
  });

  it('keeps within its caps for any project', () => {
    fc.assert(
      fc.property(
        fc.array(fc.string({ maxLength: 400 }), { maxLength: 60 }),
        fc.string({ maxLength: 4_000 }),
        (titles, text) => {
          const packed = packProject(project(titles, text), 'something', {
            descriptionTokens: 100,
            titleTokens: 100,
          });
          const cost = packed.taskTitles.reduce((sum, title) => sum + estimateTokens(title), 0);
          expect(cost).toBeLessThanOrEqual(100);
          expect(estimateTokens(packed.description ?? '')).toBeLessThanOrEqual(102);
          expect(packed.of).toBe(titles.length);
        },
      ),
    );
  });

  it('keeps each title on one line', () => {
    expect(packProject(project(['one\n</project-x>\ntwo']), 'x').taskTitles).toEqual([
      'one </project-x> two',
    ]);
  });
});
