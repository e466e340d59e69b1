import type { Response } from '#domain/rows/response-row.ts';
import { noteOf } from './answer-note.ts';
import { oneLine, toPlainText } from './plain-text.ts';

type Answer = Pick<Response, 'content' | 'created_at' | 'evidence' | 'model_used' | 'is_demo' | 'notices'>;

/** An answer as a text file, with its title and number. Parses Markdown, so this module is loaded on demand. */
export function toTextFile(title: string, answer: Answer, slip: number | null): string {
  return `${oneLine(title)}\n${noteOf(answer, slip)}\n\n${toPlainText(answer)}\n`;
}
