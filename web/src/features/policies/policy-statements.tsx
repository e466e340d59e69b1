import { Trans } from '@lingui/react';
import { DELETION_MAIL_SUBJECT } from '#domain/deletion-mail.ts';
import {
  CANCELLED_RUNS_PER_DAY,
  FIRST_SIGN_IN_CREDITS,
  MONTHLY_ALLOWANCE,
  WELCOME_CREDITS,
} from '#domain/shop/credits.ts';
import { COMPLETED_KEPT } from '#domain/task.ts';
import { TRASH_DAYS } from '#domain/trash.ts';
import { PRODUCT_NAME } from '#web/lib/page/product-name.ts';
import { t } from '#web/texts/pages.ts';
import { classNames } from '#web/ui/class-names.ts';
import { TextLink } from '#web/ui/controls/text-link.tsx';
import { captchaHost, frameHosts, type Installation, type Statement } from './policy.ts';

/** Days that a device's copy is used (`KEPT_MS` of the query client, which isn't loaded here). */
const COPY_DAYS = 7;

/** Values for the policies' texts, from the program's own constants. */
function policyValues(installation: Installation) {
  return {
    name: installation?.brand.name ?? PRODUCT_NAME,
    legalLine: installation?.brand.legalLine ?? '',
    email: installation?.brand.supportEmail ?? '',
    analyticsHost: installation?.analyticsHost ?? '',
    captchaHost: captchaHost(installation) ?? '',
    frameHosts: frameHosts(installation).join(', '),
    subject: DELETION_MAIL_SUBJECT,
    trashDays: TRASH_DAYS,
    keptCompleted: COMPLETED_KEPT,
    copyDays: COPY_DAYS,
    welcome: WELCOME_CREDITS,
    firstSignIn: FIRST_SIGN_IN_CREDITS,
    free: MONTHLY_ALLOWANCE.free,
    cancelled: CANCELLED_RUNS_PER_DAY,
  };
}

export interface PolicyStatementsProps {
  statements: readonly Statement[];
  installation: Installation;
}

/** Paragraphs, and consecutive entries as lists. */
export function PolicyStatements({ statements, installation }: PolicyStatementsProps) {
  const shown = statements.filter(({ when }) => when === undefined || when(installation));
  const values = policyValues(installation);
  const components = {
    b: <strong className="font-medium" />,
    code: <code className="me-1 rounded-check bg-well px-1.5 py-0.5" />,
    mail: <TextLink href={`mailto:${values.email}`} />,
    erase: <TextLink href={`mailto:${values.email}?subject=${encodeURIComponent(values.subject)}`} />,
    privacy: <TextLink href="/privacy" />,
    cookie: <TextLink href="/cookie" />,
  };
  // Reserves space for statements that depend on the configuration until it has loaded.
  const isKept = statements.every(({ when }) => when?.(null) === false);
  const say = ({ id }: Statement) => <Trans id={id} values={values} components={components} />;
  return (
    <div
      className={classNames(
        'mt-2 grid content-start gap-3 [font:var(--type-read)] md:ps-8',
        isKept && 'min-h-[calc(2lh+0.75rem)] max-md:min-h-[3lh]',
      )}
    >
      {shown.length === 0 && <p className="text-text-3">{t('policies.not_read')}</p>}
      {inBlocks(shown).map((block) =>
        block[0].isEntry ? (
          <ul key={block[0].id} className="grid list-disc gap-2 ps-5 marker:text-text-3">
            {block.map((entry) => (
              <li key={entry.id}>{say(entry)}</li>
            ))}
          </ul>
        ) : (
          <p key={block[0].id}>{say(block[0])}</p>
        ),
      )}
    </div>
  );
}

type Block = [Statement, ...Statement[]];

/** Groups consecutive entries into lists; paragraphs stay single. */
function inBlocks(statements: readonly Statement[]): Block[] {
  const blocks: Block[] = [];
  for (const statement of statements) {
    const last = blocks.at(-1);
    if (statement.isEntry && last?.[0].isEntry) last.push(statement);
    else blocks.push([statement]);
  }
  return blocks;
}
