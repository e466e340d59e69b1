import { isLanguageCode } from '#domain/languages.ts';
import type { Run } from '#domain/rows/run-row.ts';
import { newId } from '#web/lib/new-id.ts';
import { wishOf } from '../questions/questions-as-wish.ts';
import { type DelegationChoices, noChoices } from './delegation-choices.ts';

/** Fills the form with the request of an earlier run. Its files are still on the server. */
export function toChoices(
  run: Pick<Run, 'ai_task_type' | 'language' | 'options' | 'answers'>,
  projectId: string | null,
): DelegationChoices {
  const { ai_task_type: type, language, options } = run;
  const { attachments = [], image, mask } = options;
  const wish = wishOf(run);
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
