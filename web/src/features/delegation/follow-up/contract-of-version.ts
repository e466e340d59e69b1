import { DEFAULT_IMAGE_OPTIONS } from '#domain/ai-task.ts';
import { contractOf } from '#domain/contract/contract-of.ts';
import type { RunContract } from '#domain/contract/run-contract.ts';
import type { DelegateRequest } from '#domain/functions/inputs.ts';
import { imageOptions } from '#domain/image-options.ts';
import { DEFAULT_LANGUAGE, isLanguageCode } from '#domain/languages.ts';
import type { RunFile } from '#domain/rows/response-row.ts';
import type { Run } from '#domain/rows/run-row.ts';
import { wishOf } from '../questions/questions-as-wish.ts';

type Version = Pick<DelegateRequest, 'ai_task_type' | 'language' | 'wish' | 'instruction' | 'image'>;

/**
 * What another version of a run will bring, by what is known of its files. `picture`: the answer that is changed. Null if
 * the run promised nothing, as the demo doesn't.
 */
export function contractOfVersion(run: Run, version: Version, picture?: RunFile): RunContract | null {
  const { contract, options } = run;
  if (contract === null) return null;
  const { ai_task_type: type, language = run.language, wish = null, instruction = null } = version;
  const isSame =
    type === run.ai_task_type &&
    language === run.language &&
    wish === (wishOf(run) ?? null) &&
    instruction === (options.instruction ?? null);
  // It may rest on what only the server knew, such as the length of a document without pages.
  if (isSame) return contract;
  const { pages, extent } = contract;
  const files = (options.attachments ?? []).map(({ name }, at) => ({
    name,
    ...(at === 0 && { ...(pages !== null && { pages }), ...(extent && { extent }) }),
  }));
  return contractOf(type, {
    language: isLanguageCode(language) ? language : DEFAULT_LANGUAGE,
    wish,
    instruction,
    image: imageOptions.parse(version.image ?? options.image ?? DEFAULT_IMAGE_OPTIONS),
    files: picture ? [sizedAs(picture)] : files,
  });
}

const sizedAs = ({ name, width, height }: RunFile) => ({
  name,
  ...(width !== undefined && { width }),
  ...(height !== undefined && { height }),
});
