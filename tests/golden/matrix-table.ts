import type { AiTaskType } from '#domain/ai-task.ts';

/** What became of the golden tasks of one tool before one server. */
export interface Cell {
  readonly stand: string;
  readonly tool: AiTaskType;
  readonly tasks: number;
  /** Those that were judged as they are before the plain simulator. */
  readonly delivered: number;
  /** Calls of chat completions, those that were refused, and the tokens that were asked for. */
  readonly calls: number;
  readonly refused: number;
  readonly asked: number;
  readonly thought: number;
}

/** All cells in Markdown: delivered of all, calls (refused), thousands of tokens asked for and thought. */
export function matrixTable(cells: readonly Cell[]): string {
  const tools = [...new Set(cells.map(({ tool }) => tool))];
  const stands = [...new Set(cells.map(({ stand }) => stand))];
  const rows = stands.map((stand) => [
    stand,
    ...tools.map((tool) => {
      const cell = cells.find((each) => each.stand === stand && each.tool === tool);
      return cell ? say(cell) : '';
    }),
  ]);
  const head = ['Server', ...tools];
  return [head, head.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |\n`).join('');
}

function say({ tasks, delivered, calls, refused, asked, thought }: Cell): string {
  const mark = delivered === tasks ? 'yes' : `**no: ${delivered} of ${tasks}**`;
  const again = refused > 0 ? ` (${refused} refused)` : '';
  return `${mark}; ${calls} calls${again}; ${(asked / 1_000).toFixed(0)}k asked, ${(thought / 1_000).toFixed(0)}k thought`;
}
