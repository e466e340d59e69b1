import { DEFAULT_LANGUAGE, isLanguageCode, type LanguageCode } from '#domain/languages.ts';
import { readFrames } from './read-frames.ts';

/** Facts that the demo extracts from a conversation by its form alone. */
export interface DemoFacts {
  readonly language: LanguageCode;
  readonly title: string;
  /** Other lines about the task, such as "Category: work". */
  readonly details: readonly string[];
  readonly project: string | null;
  readonly otherTasks: readonly string[];
  readonly wish: string | null;
  /** Verified claims with their ids, for a report. */
  readonly claims: readonly DemoClaim[];
  readonly about: 'task' | 'pdf' | 'web' | 'research';
}

export interface DemoClaim {
  readonly id: string;
  readonly text: string;
}

export interface DemoMessage {
  readonly role: string;
  readonly content: string;
}

/** Parses the frames (`<task-key>` … `</task-key>`) and the language line of Errand's prompts. */
export function readPrompt(messages: readonly DemoMessage[]): DemoFacts {
  const system = messages.filter((message) => message.role === 'system').map((message) => message.content);
  const asked = messages.filter((message) => message.role === 'user').map((message) => message.content);
  const frames = readFrames(asked.join('\n'));
  const linesOf = (name: string): readonly string[] | undefined =>
    frames.findLast((frame) => frame.name === name)?.lines;
  const task = linesOf('task') ?? [];
  const project = linesOf('project') ?? [];
  return {
    language: readLanguage(system.join('\n')),
    title: valueOf(task, 'Title') ?? asked.at(-1)?.trim().split('\n')[0] ?? '',
    details: task.filter((line) => !line.startsWith('Title: ')),
    project: valueOf(project, 'Name'),
    otherTasks: project.filter((line) => line.startsWith('- ')).map((line) => line.slice(2)),
    wish: linesOf('wish')?.join('\n') ?? null,
    claims: (linesOf('claims') ?? []).flatMap(readClaim),
    about: SUBJECTS.find(([mark]) => asked.some((text) => mark.test(text)))?.[1] ?? 'task',
  };
}

const SUBJECTS: readonly (readonly [RegExp, DemoFacts['about']])[] = [
  [/^The PDF has \d+ pages\. The claims:$/m, 'pdf'],
  [/^The question: /m, 'web'],
  [/^The research: /m, 'research'],
];

/** Parses `[c1] Its text (its source)`. */
function readClaim(line: string): DemoClaim[] {
  const [, id, text] = /^\[(c\d+)\] (.+) \([^()]*\)$/.exec(line) ?? [];
  return id && text ? [{ id, text }] : [];
}

function valueOf(lines: readonly string[], name: string): string | null {
  return lines.find((line) => line.startsWith(`${name}: `))?.slice(name.length + 2) ?? null;
}

function readLanguage(system: string): LanguageCode {
  const code = /^Answer language: .*, ([a-z]{2})\)/m.exec(system)?.[1];
  return isLanguageCode(code) ? code : DEFAULT_LANGUAGE;
}
