import { IMAGE_SIZES } from '#domain/ai-task.ts';
import type { CheckedSubject, Trial } from '#domain/model-report.ts';
import { ProviderError } from '#server/providers/provider-error/provider-error.ts';
import type { ServedModel } from '#server/providers/text-model/text-model.ts';
import { isServed } from '../models/is-served.ts';
import { withSize } from '../tools/image/with-size.ts';
import type { ExaminationDeps, ExaminedImages } from './examination.ts';
import { measureCall, NOTHING_ASKED } from './measure-call.ts';

export interface PictureOptions {
  /** Generate one, which costs money. */
  readonly makesPicture: boolean;
  readonly signal: AbortSignal;
}

type Deps = ExaminationDeps & { readonly images: ExaminedImages };

/** Looks up image models in their provider's list, since generating a picture costs some cents. */
export async function tryPictures(deps: Deps, options: PictureOptions): Promise<CheckedSubject[]> {
  const { create, edit } = deps.images;
  const list = await listOf(deps, options.signal);
  const subjects =
    create === edit
      ? ([[create, 'IMAGE_MODEL']] as const)
      : ([
          [create, 'IMAGE_MODEL'],
          [edit, 'IMAGE_EDIT_MODEL'],
        ] as const);
  const tried: CheckedSubject[] = [];
  for (const [model, setting] of subjects) {
    const listed = Array.isArray(list)
      ? isServed(
          model,
          list.map(({ id }) => id),
        )
      : null;
    const looked = lookedUp(deps, list, { listed, setting });
    const isMade = options.makesPicture && model === create && looked.state !== 'wrong';
    const trial = isMade ? await make(deps, options.signal) : looked;
    const facts = { state: 'ok', note: null, advice: null, listed, window: null } as const;
    tried.push({ kind: 'pictures', name: model, setting, ...facts, trials: [trial] });
  }
  return tried;
}

type List = readonly ServedModel[] | ProviderError | null;

async function listOf({ images, log }: Deps, signal: AbortSignal): Promise<List> {
  try {
    return await images.imageModel.listModels(signal);
  } catch (error) {
    if (error instanceof ProviderError) return error;
    log.error('a check of the AI connection failed unexpectedly', { error });
    return null;
  }
}

function lookedUp(
  { images, advise }: Deps,
  list: List,
  { listed, setting }: { listed: boolean | null; setting: string },
): Trial {
  const base = { ...NOTHING_ASKED, role: 'picture' } as const;
  if (list instanceof ProviderError) {
    return {
      ...base,
      state: 'wrong',
      note: list.message,
      advice: advise(list, { part: 'pictures', setting }),
    };
  }
  const untried = 'not tried, because a picture costs money';
  if (listed !== false) return { ...base, state: 'untried', note: untried, advice: null };
  const advice = `Set ${setting} to a model that the image provider lists.`;
  return images.isListWhole
    ? { ...base, state: 'wrong', note: 'its provider doesn’t list it', advice }
    : { ...base, state: 'untried', note: `${untried}; the server doesn’t list it`, advice: null };
}

async function make(deps: Deps, signal: AbortSignal): Promise<Trial> {
  const { imageModel, create: model } = deps.images;
  const prompt = 'One plain purple circle on a white background.';
  const { trial } = await measureCall(
    deps,
    {
      role: 'picture',
      asked: { part: 'pictures', setting: 'IMAGE_MODEL' },
      make: (limited) =>
        withSize(imageModel, { model, wanted: IMAGE_SIZES['1:1'] }, async (size) => {
          const request = { model, prompt, size, background: 'opaque' } as const;
          const { usage } = await imageModel.create(request, { signal: limited });
          const made = { state: 'ok', note: 'it made a picture', advice: null } as const;
          return { ...made, cost: usage?.cost ?? null, sent: [], dropped: [], honoured: [] };
        }),
    },
    signal,
  );
  return trial;
}
