import { DEFAULT_LANGUAGE, isLanguageCode, type LanguageCode } from '#domain/languages.ts';

/** What the demo can tell from a conversation, by form alone. */
export interface DemoFacts {
  readonly language: LanguageCode;
  readonly title: string;
  /** The task's other lines, such as "Category: work". */
  readonly details: readonly string[];
  readonly project: string | null;
  readonly otherTasks: readonly string[];
  readonly wish: string | null;
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
  const task = frames.get('task') ?? [];
  const project = frames.get('project') ?? [];
  return {
    language: readLanguage(system.join('\n')),
    title: valueOf(task, 'Title') ?? asked.at(-1)?.trim().split('\n')[0] ?? '',
    details: task.filter((line) => !line.startsWith('Title: ')),
    project: valueOf(project, 'Name'),
    otherTasks: project.filter((line) => line.startsWith('- ')).map((line) => line.slice(2)),
    wish: frames.get('wish')?.join('\n') ?? null,
  };
}

function readFrames(text: string): Map<string, string[]> {
  const frames = new Map<string, string[]>();
  for (const match of text.matchAll(/^<([a-z]+)-([\w-]+)>\n([\s\S]*?)\n<\/\1-\2>$/gm)) {
    const [, name = '', , body = ''] = match;
    frames.set(name, body.split('\n'));
  }
  return frames;
}

function valueOf(lines: readonly string[], name: string): string | null {
  return lines.find((line) => line.startsWith(`${name}: `))?.slice(name.length + 2) ?? null;
}

function readLanguage(system: string): LanguageCode {
  const code = /^Answer language: .*, ([a-z]{2})\)/m.exec(system)?.[1];
  return isLanguageCode(code) ? code : DEFAULT_LANGUAGE;
}
