import { SCANNED_PAGES_MAX } from '#domain/attachments.ts';
import type { FileWork } from '../../../files/file-work.ts';
import { IMAGE_TOKENS } from '../../engine/call-model.ts';
import { drawScans } from '../../prompts/draw-scans.ts';
import { preparePicture } from '../../prompts/prepare-picture.ts';
import { type FoundText, findTexts } from '../../prompts/read-texts.ts';
import type { ToolContext, ToolInput } from '../../tool.ts';
import type { ShownPicture } from './answer-prompt.ts';
import { isPicture } from './is-picture.ts';

export interface ReadingOptions {
  readonly fileWork: FileWork;
  /** Answers instead of the tool's own model if there are pictures to look at; null: no model can see them. */
  readonly visionModel: string | null;
}

/** Attached files, ready for a prompt. */
export interface OpenedFiles {
  /** Pictures, and scanned pages of PDFs. */
  readonly pictures: readonly ShownPicture[];
  readonly found: readonly FoundText[];
}

/** Longest edge in pixels: models downscale larger pictures themselves. */
const SEEN_EDGE = 1568;
/** Part of a context that scanned pages may take. */
const SCANS_SHARE = 1 / 4;

/** Prepares attached files for sending: pictures rotated, downscaled, without metadata; texts; scanned pages drawn. */
export async function openFiles(
  reading: ReadingOptions | undefined,
  { input, windowOf }: { readonly input: ToolInput; readonly windowOf: (model: string) => number },
  { signal }: ToolContext,
): Promise<OpenedFiles> {
  if (reading === undefined) return { pictures: [], found: [] };
  const { fileWork, visionModel } = reading;
  const pictures: ShownPicture[] = [];
  for (const file of input.files.filter(isPicture)) {
    const image = await preparePicture(fileWork, { file, edge: SEEN_EDGE }, signal);
    pictures.push({ name: file.name, image });
  }
  const others = input.files.filter((file) => !isPicture(file));
  const found = await findTexts(fileWork, others, signal);
  if (visionModel === null) return { pictures, found };
  const room = Math.floor((windowOf(visionModel) * SCANS_SHARE) / IMAGE_TOKENS);
  const scans = await lookAtScans(fileWork, { found, most: Math.min(SCANNED_PAGES_MAX, room) }, signal);
  return { pictures: [...pictures, ...scans.pictures], found: scans.found };
}

/** Draws scanned pages, from the first of each PDF, and says where they belong in its text. */
async function lookAtScans(
  fileWork: FileWork,
  { found, most }: { readonly found: readonly FoundText[]; readonly most: number },
  signal: AbortSignal,
): Promise<OpenedFiles> {
  const pictures: ShownPicture[] = [];
  const seen: FoundText[] = [];
  for (const each of found) {
    const { file, scanned } = each;
    const numbers = scanned.slice(0, Math.max(0, most - pictures.length));
    const drawn =
      numbers.length > 0 ? await drawScans(fileWork, { bytes: await file.read(), numbers }, signal) : [];
    for (const { number, picture } of drawn)
      pictures.push({ name: `${file.name}, page ${number}`, image: picture });
    const left = scanned.filter((number) => !drawn.some((page) => page.number === number));
    seen.push({ ...each, scanned: left });
  }
  return { pictures, found: seen };
}
