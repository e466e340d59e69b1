import { isLanguageCode } from '#domain/languages.ts';
import type { Run } from '#domain/rows/run-row.ts';
import { newId } from '#web/lib/new-id.ts';
import { type DelegationChoices, noChoices } from './delegation-choices.ts';

/** Fills the form with the request of an earlier run. Its files are still on the server. */
export function toChoices(
  { ai_task_type: type, language, options }: Pick<Run, 'ai_task_type' | 'language' | 'options'>,
  projectId: string | null,
): DelegationChoices {
  const { attachments = [], image, mask, wish } = options;
  const [picture] = attachments;
  return {
    ...noChoices(projectId),
    type,
    ...(isLanguageCode(language) && { language }),
    ...(image && { image }),
    ...(wish !== undefined && { wish }),
    files: attachments.map(({ path, name, size }) => ({
      id: newId(),
      name,
      size,
      state: 'ready',
      sent: size,
      path,
      isKept: true,
    })),
    ...(mask && picture && { region: { path: picture.path, isOn: true, marks: mask, isMissing: false } }),
  };
}
