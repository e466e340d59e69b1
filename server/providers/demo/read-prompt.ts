import { DEFAULT_LANGUAGE, isLanguageCode, type LanguageCode } from '#domain/languages.ts';
import { readFrames } from './read-frames.ts';

/** What the demo can tell from a conversation, by form alone. */
export interface DemoFacts {
  readonly language: LanguageCode;
  readonly title: string;
  /** The task's other lines, such as "Category: work". */
  readonly details: readonly string[];
  readonly project: string | null;
  readonly otherTasks: readonly string[];
  readonly wish: string | null;
  /** What was verified, for whoever writes from it: the id and the words of each claim. */
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

/** Reads the frames (`<task-key>` … `</task-key>`) and the language line that Errand's prompts are made of. */
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

/** `[c1] What it says (who says it)` */
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
