/** Text between the lines `<name-key>` and `</name-key>` of an Errand prompt. */
export interface Frame {
  readonly name: string;
  readonly lines: readonly string[];
}

/** Parses the frames of a prompt in order. Anything that looks like a frame inside another one is part of that. */
export function readFrames(text: string): Frame[] {
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
