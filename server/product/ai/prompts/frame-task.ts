import type { RunAnswer } from '#domain/run/questions.ts';
import { oneLine } from '#server/lib/one-line.ts';
import { cleanText } from '../language/clean-text.ts';
import { formatDay } from '../language/format-day.ts';
import { cutToTokens } from '../models/estimate-tokens.ts';
import type { ToolInput, ToolProject } from '../tool.ts';
import { ABOUT_PERSON, aboutLines, type PackedAbout, packAbout } from './about-person.ts';
import { ownWords } from './own-words.ts';
import { PACKING_CAPS, type PackedProject, packProject } from './pack-project.ts';

/** Parts of a task shown to a model, each in a frame. */
export interface FramedTask {
  /** With the person's notes, in a frame of their own. */
  readonly task: string;
  /** Characters of the notes that fit; 0 for none. */
  readonly notesCharacters: number;
  readonly project: { readonly text: string; readonly packed: PackedProject } | null;
  /**
   * What the person says about themselves, introduced. For writers alone: a planner's queries leave the server, and
   * can't contain what it doesn't know.
   */
  readonly about: { readonly text: string; readonly packed: PackedAbout } | null;
  /** What the person adds to the task. */
  readonly wish: string | null;
  /** The run's own questions with their answers, introduced. */
  readonly answers: string | null;
  /** The person's change to the earlier answer. */
  readonly change: string | null;
  /** The answer that is followed up; without delimiters, because a model wrote it. */
  readonly previous: string | null;
}

/** An earlier answer is at most twice today's cap (2000 tokens, continued once). */
const PREVIOUS_TOKENS = 6_000;

/** The longest notes in most scripts; those in Chinese are cut. */
const NOTES_TOKENS = 4_000;

/**
 * The person's texts, between delimiters with an unguessable key. Of `room` tokens the earlier answer gets at
 * most half, the project a quarter, the notes an eighth, and what the person says about themselves a sixteenth.
 */
export function frameTask(input: ToolInput, key: string, room = Number.POSITIVE_INFINITY): FramedTask {
  const { task, project, wish, answers, instruction, previousAnswer } = input;
  const { descriptionTokens, titleTokens } = PACKING_CAPS;
  const packed =
    project &&
    packProject(clean(project), ownWords(input).join(' '), {
      descriptionTokens: Math.min(descriptionTokens, room / 8),
      titleTokens: Math.min(titleTokens, room / 8),
    });
  const about = packAbout(input.about, room);
  const notes = cutToTokens(cleanText(task.notes).trim(), Math.min(NOTES_TOKENS, room / 8));
  return {
    task: joinParts([
      frame('task', key, [
        `Title: ${oneLine(cleanText(task.title))}`,
        `Category: ${task.category}`,
        `Priority: ${task.priority.replace('_', ' ')}`,
        `Timeframe: ${task.timeframe.replace('_', ' ')}`,
        // The word alone is relative to the day on which it was chosen.
        ...(task.dueOn ? [`Due: ${formatDay(task.dueOn, 'en')}`] : []),
      ]),
      notes && `The person's own notes on it:\n${frame('notes', key, [notes])}`,
    ]),
    notesCharacters: notes.length,
    project: packed && { packed, text: frame('project', key, linesOf(packed)) },
    about: about && { packed: about, text: `${ABOUT_PERSON}\n${frame('person', key, aboutLines(about))}` },
    wish: wish ? frame('wish', key, [cleanText(wish)]) : null,
    answers: answers.length > 0 ? `${ANSWERED}\n${frame('answers', key, answers.map(lineOf))}` : null,
    change: instruction ? frame('wish', key, [cleanText(instruction)]) : null,
    previous: previousAnswer && cutToTokens(cleanText(previousAnswer), Math.min(PREVIOUS_TOKENS, room / 2)),
  };
}

/** Everything known about the task, for a planner. */
export function describeTask(input: ToolInput, key: string, room = Number.POSITIVE_INFINITY): string {
  return describe({ ...frameTask(input, key, room), about: null }, key);
}

/** Everything known about the task and the person, for a writer. */
export function describeForWriter(input: ToolInput, key: string, room = Number.POSITIVE_INFINITY): string {
  return describe(frameTask(input, key, room), key);
}

function describe(
  { task, project, about, previous, wish, answers, change }: FramedTask,
  key: string,
): string {
  return joinParts([
    task,
    project && `It belongs to this project:\n${project.text}`,
    about && about.text,
    personAdds(wish),
    answers,
    previous && `This was answered before:\n${frame('answer', key, [previous])}`,
    personAdds(change),
  ]);
}

/** Introduces a wish or a change, in its frame. */
export const personAdds = (framed: string | null): string | null => framed && `The person adds:\n${framed}`;

/** Delimits a text with an unguessable key, so that it can't close its delimiter and pose as rules. */
export function frame(name: string, key: string, lines: readonly string[]): string {
  return [`<${name}-${key}>`, ...lines, `</${name}-${key}>`].join('\n');
}

const ANSWERED =
  'The person was asked what is missing. Go by these answers; where nobody answered, one is assumed, which is no wish of theirs:';

const lineOf = ({ question, answer, assumed }: RunAnswer): string =>
  `- ${oneLine(cleanText(question))} ${oneLine(cleanText(answer))}${assumed ? ' (assumed)' : ''}`;

/** Joins the non-empty parts as paragraphs. */
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
