/** Facts that the demo extracts from a conversation by its form alone. */
export interface DemoFacts {
  /** Title of the task; null in a prompt that shows none. */
  readonly title: string | null;
  /** Title of the web page to take notes on; null in any other prompt. */
  readonly page: string | null;
  /** Verified claims with their ids, for a report. */
  readonly claims: readonly DemoClaim[];
}

export interface DemoClaim {
  readonly id: string;
  readonly text: string;
}

export interface DemoMessage {
  readonly role: string;
  readonly content: string;
}

/** Parses the frames (`<task-key>` … `</task-key>`) of Errand's prompts. */
export function readPrompt(messages: readonly DemoMessage[]): DemoFacts {
  const asked = messages
    .filter(({ role }) => role === 'user')
    .map(({ content }) => content)
    .join('\n');
  const frames = readFrames(asked);
  const linesOf = (name: string): readonly string[] => frames.find((each) => each.name === name)?.lines ?? [];
  return {
    title:
      linesOf('task')
        .find((line) => line.startsWith('Title: '))
        ?.slice('Title: '.length) ?? null,
    page: /^The page "(.+)" of /m.exec(asked)?.[1] ?? null,
    claims: linesOf('claims').flatMap(readClaim),
  };
}

/** Parses `[c1] Its text (its source)`. */
function readClaim(line: string): DemoClaim[] {
  const [, id, text] = /^\[(c\d+)\] (.+) \([^()]*\)$/.exec(line) ?? [];
  return id && text ? [{ id, text }] : [];
}

/** Text between the lines `<name-key>` and `</name-key>` of an Errand prompt. */
interface Frame {
  readonly name: string;
  readonly lines: readonly string[];
}

/** Parses the frames of a prompt in order. Anything that looks like a frame inside another one is part of that. */
function readFrames(text: string): Frame[] {
  const frames: Frame[] = [];
  let open: { name: string; end: string; lines: string[] } | null = null;
  for (const line of text.split('\n')) {
    const [, name, key] = /^<([a-z]+)-([\w-]+)>$/.exec(line) ?? [];
    if (open && line === open.end) {
      frames.push({ name: open.name, lines: open.lines });
      open = null;
    } else if (open) {
      open.lines.push(line);
    } else if (name) {
      open = { name, end: `</${name}-${key}>`, lines: [] };
    }
  }
  return frames;
}
