import { renderToStaticMarkup } from 'react-dom/server';
import { beforeEach, expect, test, vi } from 'vitest';
import { AI_TASK_TYPES, type AiTaskType } from '#domain/ai-task.ts';
import { ToolChoice, type ToolChoiceProps } from './tool-choice.tsx';

const ai = vi.hoisted(() => ({ checksModels: false, findsLocalModels: false }));
vi.mock('#web/lib/server/use-config.ts', () => ({ useConfig: () => ({ ai }) }));

const LACKING: ToolChoiceProps['lacking'] = [
  { tool: 'research', lacks: 'search' },
  { tool: 'create_image', lacks: 'images' },
  { tool: 'reasoning', lacks: 'repair' },
];
const offered: readonly AiTaskType[] = AI_TASK_TYPES.filter(
  (type) => !LACKING.some(({ tool }) => tool === type),
);

function markup(vision = true): string {
  const reading = { vision, texts: true };
  return renderToStaticMarkup(
    <ToolChoice {...{ offered, lacking: LACKING, reading }} value={undefined} onChange={() => undefined} />,
  );
}

beforeEach(() => void Object.assign(ai, { checksModels: false }));

test('shows all eight tools, and what those need that cannot be chosen', () => {
  const html = markup();
  expect(html.match(/class="tool"/g)).toHaveLength(8);
  expect(html.match(/type="radio"/g)).toHaveLength(5);
  for (const words of ['Needs a search service', 'Needs an image model', 'Not working right now']) {
    expect(html).toContain(words);
  }
  expect(html).not.toContain('<button');
});

test('links what is needed on the operator’s own computer', () => {
  Object.assign(ai, { checksModels: true });
  expect(markup().match(/<button[^>]*>[^<]*/g)).toHaveLength(3);
});

test('names the files that a data analysis reads here', () => {
  expect(markup()).toContain('CSV, PDF or images');
  expect(markup(false)).not.toContain('or images');
  expect(markup(false)).toContain('CSV or PDF');
});
