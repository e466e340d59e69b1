import { ExternalHyperlink, type IRunOptions, type ParagraphChild, TextRun } from 'docx';
import { type Inline, toStorable } from '../markdown/read-runs.ts';
import { RTL } from '../set-apart.ts';

const LINK: IRunOptions = { color: '1F4E9E', underline: {} };
export const CODE: IRunOptions = { font: 'Courier New', noProof: true };

/** Converts inline content to text runs. Runs of one target that follow one another become one link. */
export function toRuns(inline: readonly Inline[], style: IRunOptions = {}): ParagraphChild[] {
  const links: { readonly href: string | undefined; readonly children: TextRun[] }[] = [];
  for (const run of inline) {
    const href = run?.href;
    const child = run === null ? new TextRun({ break: 1 }) : toRun(run.text, { ...style, ...styleOf(run) });
    const last = links.at(-1);
    if (last && last.href === href) last.children.push(child);
    else links.push({ href, children: [child] });
  }
  return links.flatMap(({ href, children }): ParagraphChild[] =>
    href === undefined ? children : [new ExternalHyperlink({ link: href, children })],
  );
}

const styleOf = ({ bold, italic, struck, code, raised, href }: NonNullable<Inline>): IRunOptions => ({
  ...(bold && { bold }),
  ...(italic && { italics: true }),
  ...(struck && { strike: true }),
  ...(raised && { superScript: true }),
  ...(href !== undefined && LINK),
  ...(code && CODE),
});

/** The text without characters that would make the file unreadable. */
export function toRun(text: string, style: IRunOptions): TextRun {
  const storable = toStorable(text);
  return new TextRun({ ...style, text: storable, ...(RTL.test(storable) && { rightToLeft: true }) });
}
