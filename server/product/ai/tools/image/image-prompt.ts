import { oneLine } from '#server/lib/one-line.ts';
import { cleanText } from '../../language/clean-text.ts';
import { cutToTokens } from '../../models/estimate-tokens.ts';
import type { ImagePart } from '../../prompts/image-part.ts';
import type { ToolInput } from '../../tool.ts';

export interface ImagePromptOptions {
  /** Stands for the task and its project; null for none. */
  readonly brief: string | null;
  /** A picture is changed, not made. */
  readonly edits: boolean;
  /** Sides that will be cropped to the wanted shape; null for none. */
  readonly crop: 'top and bottom' | 'left and right' | null;
  /** Bounding box of the region that may change; null: anywhere. */
  readonly part: ImagePart | null;
}

/** About two pages: image models stop at 32,000 characters. */
const CONTEXT_TOKENS = 1_000;

/** Writes the prompt: the brief, or else the task, with additions on lines of their own. All of it is shown to the person. */
export function writeImagePrompt(input: ToolInput, { brief, edits, crop, part }: ImagePromptOptions): string {
  const lines = brief === null ? describeByTask(input, edits) : [cleanText(brief)];
  if (input.image?.background === 'transparent') {
    lines.push('The subject stands free on a transparent background.');
  }
  if (part) {
    const { left, right, top, bottom } = part;
    lines.push(
      `Change only what lies between ${left} % and ${right} % of the width (from the left) and between ${top} % and ${bottom} % of the height (from the top). Leave everything else exactly as it is.`,
    );
  }
  if (crop) {
    const band = crop === 'top and bottom' ? 'horizontal' : 'vertical';
    lines.push(
      `Keep everything important inside the central ${band} band: the edges at the ${crop} are cut off.`,
    );
  }
  return lines.join('\n\n');
}

/**
 * Describes the picture in the person's own words and language. Of the project, it adds name and description only, since
 * a picture needs no other tasks.
 */
function describeByTask(
  { task, wish, instruction, previousAnswer, project }: ToolInput,
  edits: boolean,
): string[] {
  const title = oneLine(cleanText(task.title));
  const added = [instruction, wish].flatMap((words) => words ?? []).map(cleanText);
  // Puts the change first where the picture exists already, because it would be drawn anew otherwise.
  const lines = edits || previousAnswer !== null ? [...added, title] : [title, ...added];
  const notes = cutToTokens(cleanText(task.notes).trim(), CONTEXT_TOKENS);
  if (notes) lines.push(`Notes on it: ${notes}`);
  if (project) {
    const about = project.description
      ? `: ${cutToTokens(cleanText(project.description), CONTEXT_TOKENS)}`
      : '';
    lines.push(`Context, where it helps: it is for “${oneLine(cleanText(project.title))}”${about}`);
  }
  return lines;
}
