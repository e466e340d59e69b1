import { Trans } from '@lingui/react';
import { Plus } from 'lucide-react';
import type { ReactNode } from 'react';
import { DELETION_MAIL_SUBJECT } from '#domain/deletion-mail.ts';
import { t } from '#web/texts/pages.ts';
import { MailLink } from './mail-link.tsx';
import { TextLink } from './text-link.tsx';

const QUESTIONS = ['subscription', 'tools', 'projects', 'help', 'models', 'deletion'] as const;

/** What a sentence may have in it: a link to a page, or to a mail about its subject. */
const PARTS: Readonly<Partial<Record<(typeof QUESTIONS)[number], Record<string, ReactNode>>>> = {
  subscription: { pricing: <TextLink href="/pricing" /> },
  help: { mail: <MailLink /> },
  deletion: { mail: <MailLink subject={DELETION_MAIL_SUBJECT} /> },
};

/** Opened and closed by the browser itself; the first one shows what they are like inside. */
export function Questions() {
  return (
    <section id="questions" className="band">
      <div className="wrap halves">
        <div>
          <h2 className="type-title-1">{t('landing.questions.title')}</h2>
          <p data-needs="supportEmail" hidden className="mt-4 max-w-[30ch] text-text-2">
            <Trans id="landing.questions.else" components={{ mail: <MailLink /> }} />
          </p>
        </div>
        <div className="questions">
          {QUESTIONS.map((question, index) => (
            <details key={question} open={index === 0}>
              <summary>
                {t(`landing.questions.${question}.ask`)}
                <Plus size={16} aria-hidden />
              </summary>
              <p>
                <Trans
                  id={`landing.questions.${question}.answer`}
                  values={{ subject: DELETION_MAIL_SUBJECT }}
                  components={PARTS[question] ?? {}}
                />
              </p>
            </details>
          ))}
        </div>
      </div>
    </section>
  );
}
