import { BRIEF_MAX } from '#domain/ai-task.ts';
import { EXTENSIONS } from '#domain/file-kinds.ts';
import type { RunNotice } from '#domain/run/run-notices.ts';
import type { RunStep } from '#domain/run/run-steps.ts';
import type { ActionResult, PictureAction, PictureDone } from '../../engine/action.ts';
import type { Seed, ToolSpec } from '../../engine/tool-spec.ts';
import { withoutWrapper } from '../../language/without-wrapper.ts';
import type { ToolInput, ToolOutput } from '../../tool.ts';
import { briefAction } from './brief-prompt.ts';
import { imageOptionsOf, PICTURE } from './make-image.ts';

interface PictureMatter {
  readonly type: 'create_image' | 'image_edit';
  /** The image model. */
  readonly model: string;
  /** Writes the brief. Null: no text model is there. */
  readonly writer: string | null;
  /** What was sent. */
  readonly begins: readonly RunStep[];
}

interface PictureState {
  readonly input: ToolInput;
  readonly seed: Seed;
  /** A brief is written first. */
  readonly isBriefed: boolean;
  /** Null: the image model gets the task itself. Undefined: it is yet to be written. */
  readonly brief: string | null | undefined;
  readonly picture: PictureDone | null;
}

/**
 * Reducer of both image tools: a brief by a text model, unless the person has sent one or none is there, then one
 * picture. Without a usable brief, the picture is made from the task alone.
 */
export function pictureSpec({ type, model, writer, begins }: PictureMatter): ToolSpec<null, PictureState> {
  return {
    type,
    version: `${type}/1`,
    writing: null,
    plan: () => null,

    init(input, _plan, seed) {
      const isBriefed = input.brief === null && writer !== null;
      return { input, seed, isBriefed, brief: isBriefed ? undefined : input.brief, picture: null };
    },

    next({ input, seed, brief, picture }) {
      if (picture !== null) return { done: deliver(input, picture) };
      if (brief !== undefined) return { do: [pictureAction(brief)] };
      const { key, windows } = seed;
      return { do: [briefAction(input, { edits: type === 'image_edit', key, window: windows.planner })] };
    },

    apply(state, { id }, result) {
      if (id !== PICTURE) return { ...state, brief: briefIn(result)?.brief ?? null };
      return result.ok && result.kind === 'picture' ? { ...state, picture: result } : state;
    },

    begins({ isBriefed }, { id }) {
      if (id === PICTURE) return isBriefed ? [] : begins;
      return [...begins, { key: 'asked_for_brief', params: { model: writer ?? '' } }];
    },

    steps({ input }, { id }, result) {
      const brief = id === PICTURE ? null : briefIn(result);
      if (brief) return [{ key: 'wrote_brief', params: brief }];
      if (!result.ok || result.kind !== 'picture') return [];
      const { putBack } = result;
      const percent = putBack === null ? null : Math.round(putBack * 1000) / 10;
      return [
        ...(percent === null ? [] : [{ key: 'kept_outside', params: { percent } } as const]),
        { key: 'checked_image', params: factsOf(input, result) },
      ];
    },
  };

  function deliver(input: ToolInput, picture: PictureDone): Omit<ToolOutput, 'usage'> {
    const { original, width, height } = picture;
    const { aspect_ratio, format } = imageOptionsOf(input);
    const notices: RunNotice[] = [];
    if (original && aspect_ratio === 'original' && width < original.width)
      notices.push({ key: 'scaled_down', params: { ...original, to_width: width, to_height: height } });
    const name = `image.${EXTENSIONS[format][0] ?? format}`;
    return {
      content: describe(factsOf(input, picture), picture),
      modelUsed: model,
      notices,
      files: [{ name, type: picture.type, bytes: bytesOf(picture), width, height }],
    };
  }
}

/** Its failure is the run's, which tries again, with the same brief. */
const pictureAction = (brief: string | null): PictureAction => ({
  kind: 'picture',
  id: PICTURE,
  need: 'must',
  gathers: false,
  brief,
});

function briefIn(result: ActionResult): { brief: string; model: string } | null {
  if (!result.ok || result.kind !== 'chat') return null;
  const brief = withoutWrapper(result.text).trim().slice(0, BRIEF_MAX);
  return brief === '' ? null : { brief, model: result.model };
}

const bytesOf = ({ base64 }: PictureDone): Buffer => Buffer.from(base64, 'base64');

const factsOf = (input: ToolInput, picture: PictureDone) => ({
  width: picture.width,
  height: picture.height,
  format: imageOptionsOf(input).format,
  size: bytesOf(picture).length,
});

/** Describes the picture for readers who don't see it. */
function describe(
  { width, height, format, size }: ReturnType<typeof factsOf>,
  { prompt, revised }: PictureDone,
): string {
  const lines = [
    `Image, ${width} × ${height} pixels, ${format.toUpperCase()}, ${Math.round(size / 1024)} kB.`,
    '',
    'Made from these words:',
    '',
  ];
  lines.push(...quote(prompt));
  if (revised) lines.push('', 'The model put them this way:', '', ...quote(revised));
  return lines.join('\n');
}

const quote = (text: string): string[] => text.split('\n').map((line) => `> ${line}`.trimEnd());
