import { Trans } from '@lingui/react';
import Plus from 'lucide-react/icons/plus';
import type { ReactNode } from 'react';
import { DELETION_MAIL_SUBJECT } from '#domain/deletion-mail.ts';
import { t } from '#web/texts/pages.ts';
import { TEMPLATE } from './examples/tools-template.ts';
import { MailLink } from './mail-link.tsx';
import { TextLink } from './text-link.tsx';

const QUESTIONS = ['subscription', 'tools', 'projects', 'help', 'models', 'deletion'] as const;

/** Links inside an answer of the FAQ: to a page, or to an email with a subject. */
const PARTS: Readonly<Partial<Record<(typeof QUESTIONS)[number], Record<string, ReactNode>>>> = {
  subscription: { pricing: <TextLink href="/pricing" /> },
  help: { mail: <MailLink /> },
  deletion: { mail: <MailLink subject={DELETION_MAIL_SUBJECT} /> },
};

/**
 * The operator may have configured no support address, so until the script knows, the answers neither promise
 * nor deny one.
 */
function Reply({ question }: { question: (typeof QUESTIONS)[number] }) {
  const values = { subject: DELETION_MAIL_SUBJECT };
  const components = PARTS[question] ?? {};
  if (question !== 'help' && question !== 'deletion') {
    return (
      <p
        data-some-tools={
          question === 'tools' ? t('landing.questions.tools.answer_some', TEMPLATE) : undefined
        }
      >
        <Trans id={`landing.questions.${question}.answer`} components={components} />
      </p>
    );
  }
  return (
    <>
      <p data-needs="supportEmail" hidden>
        <Trans id={`landing.questions.${question}.answer`} values={values} components={components} />
      </p>
      <p data-lacks="supportEmail" hidden={question === 'help'}>
        {t(`landing.questions.${question}.answer_unknown`, values)}
      </p>
      {question === 'help' && <p data-unread>{t('landing.questions.help.answer_unread')}</p>}
    </>
  );
}

/** Native <details>; the first one starts open. */
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
                <span
                  data-some-tools={
                    question === 'tools' ? t('landing.questions.tools.ask_some', TEMPLATE) : undefined
                  }
                >
                  {t(`landing.questions.${question}.ask`)}
                </span>
                <Plus size={16} aria-hidden />
              </summary>
              <Reply question={question} />
            </details>
          ))}
        </div>
      </div>
    </section>
  );
}
