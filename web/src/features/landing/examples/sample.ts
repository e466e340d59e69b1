import { CREDITS_PER_RUN } from '#domain/shop/credits.ts';
import { t as appText } from '#web/texts/later.ts';
import { t } from '#web/texts/pages.ts';

/**
 * Facts for the receipt of a sample answer with a project, in the app's own words so that the picture stays
 * true.
 */
export function sampleRecord(project: string, tasks: number) {
  const contents = `${appText('delegation.contents.description')}, ${appText('delegation.contents.tasks', { count: tasks })}`;
  return {
    steps: [
      { at: 0, text: appText('delegation.step.read_task') },
      { at: 0, text: appText('delegation.step.used_project', { title: project, contents }) },
      { at: 1, text: appText('delegation.step.asked_model', { model: t('landing.sample.model') }) },
    ],
    sent: [
      {
        what: [
          appText('delegation.sent.task'),
          appText('delegation.sent.project', { title: project, contents }),
        ],
      },
    ],
  };
}

/** Sample receipt of an answer, without its subject. `left`: welcome credits that remain. */
export function sampleReceipt(left: number, language: string) {
  return {
    heading: 'p',
    unverified: appText('delegation.receipt.unverified'),
    facts: [[appText('delegation.receipt.language'), language]],
    cost: [
      [appText('delegation.receipt.task'), oneCredit()],
      [appText('delegation.receipt.left'), appText('delegation.credits_left', { left })],
    ],
  } as const;
}

export const oneCredit = () => appText('delegation.credits', { count: CREDITS_PER_RUN });

export const slipNumber = (number: string) => appText('delegation.slip_number', { number });
