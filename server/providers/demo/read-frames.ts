/** What stands between a line `<name-key>` and the line `</name-key>` of a prompt of Errand's. */
export interface Frame {
  readonly name: string;
  readonly lines: readonly string[];
}

/** The frames of a prompt, in order. What looks like a frame within another is a part of that one. */
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
