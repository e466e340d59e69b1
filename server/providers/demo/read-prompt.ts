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
  let open: { name: string; end: string; lines: string[] } | null = null;
  for (const line of text.split('\n')) {
    const [, name, key] = /^<([a-z]+)-([\w-]+)>$/.exec(line) ?? [];
    if (open && line === open.end) {
      frames.set(open.name, open.lines);
      open = null;
    } else if (open) {
      open.lines.push(line);
    } else if (name) {
      open = { name, end: `</${name}-${key}>`, lines: [] };
    }
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
