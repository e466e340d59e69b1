import { cleanText } from '../language/clean-text.ts';
import { cutToTokens } from '../models/estimate-tokens.ts';
import type { ToolInput, ToolProject } from '../tool.ts';
import { oneLine, PACKING_CAPS, type PackedProject, packProject } from './pack-project.ts';

/** Parts of a task shown to a model, each in a frame. */
export interface FramedTask {
  readonly task: string;
  readonly project: { readonly text: string; readonly packed: PackedProject } | null;
  /** User's wish for this run. */
  readonly wish: string | null;
  /** The answer that is followed up; not in a frame, because a model has written it. */
  readonly previous: string | null;
}

/** An earlier answer is at most two of today's long (its cap is 2000 tokens, continued once). */
const PREVIOUS_TOKENS = 6_000;

/**
 * What comes from the person's lists, between lines that name an unguessable key. Of `room` tokens the earlier answer
 * takes no more than a half, and the project no more than a quarter.
 */
export function frameTask(
  { task, project, instruction, previousAnswer }: ToolInput,
  key: string,
  room = Number.POSITIVE_INFINITY,
): FramedTask {
  const { descriptionTokens, titleTokens } = PACKING_CAPS;
  const packed =
    project &&
    packProject(clean(project), `${task.title} ${instruction ?? ''}`, {
      descriptionTokens: Math.min(descriptionTokens, room / 8),
      titleTokens: Math.min(titleTokens, room / 8),
    });
  return {
    task: frame('task', key, [
      `Title: ${oneLine(cleanText(task.title))}`,
      `Category: ${task.category}`,
      `Priority: ${task.priority.replace('_', ' ')}`,
      `Timeframe: ${task.timeframe.replace('_', ' ')}`,
    ]),
    project: packed && { packed, text: frame('project', key, linesOf(packed)) },
    wish: instruction ? frame('wish', key, [cleanText(instruction)]) : null,
    previous: previousAnswer && cutToTokens(cleanText(previousAnswer), Math.min(PREVIOUS_TOKENS, room / 2)),
  };
}

/** All that is known of the task, for a tool that plans or writes. */
export function describeTask(input: ToolInput, key: string, room = Number.POSITIVE_INFINITY): string {
  const { task, project, previous, wish } = frameTask(input, key, room);
  return joinParts([
    task,
    project && `It belongs to this project:\n${project.text}`,
    previous && `This was answered before:\n${frame('answer', key, [previous])}`,
    wish && `The person adds:\n${wish}`,
  ]);
}

/** A text that cannot close its own frame and speak as the rules do: the key is unguessable. */
export function frame(name: string, key: string, lines: readonly string[]): string {
  return [`<${name}-${key}>`, ...lines, `</${name}-${key}>`].join('\n');
}

/** The parts that there are, as paragraphs. */
export function joinParts(parts: readonly (string | null)[]): string {
  return parts.filter((part) => part).join('\n\n');
}

function linesOf(project: PackedProject): string[] {
  const titles = project.taskTitles.map((title) => `- ${title}`);
  return [
    `Name: ${project.title}`,
    ...(project.description ? [`Description: ${project.description}`] : []),
    ...(titles.length > 0 ? [`Other tasks in it (${titles.length} of ${project.of}):`, ...titles] : []),
  ];
}

function clean(project: ToolProject): ToolProject {
  return {
    ...project,
    title: cleanText(project.title),
    description: project.description && cleanText(project.description),
    taskTitles: project.taskTitles.map(cleanText),
  };
}
