import type { ReactNode } from 'react';
import { t as appText } from '#web/texts/app.ts';
import { t } from '#web/texts/pages.ts';
import { Slip } from '#web/ui/paper/slip.tsx';
import { SlipStub } from '#web/ui/paper/slip-stub.tsx';
import { SlipTitle } from '#web/ui/paper/slip-title.tsx';
import { Trail } from '#web/ui/paper/trail.tsx';
import { QuickLine } from './examples/quick-line.tsx';
import { oneCredit, sampleRecord, slipNumber } from './examples/sample.ts';
import { TEMPLATE } from './examples/tools-template.ts';
import { SectionHead } from './section-head.tsx';

/** How it works, step by step. */
export function Motions() {
  return (
    <section className="band">
      <div className="wrap">
        <SectionHead title={t('landing.motions.title')}>{t('landing.motions.lead')}</SectionHead>
        <ol className="motions">
          <Motion step="write" number={1}>
            <QuickLine task={t('landing.sample.van')} chips />
          </Motion>
          <Motion step="delegate" number={2}>
            <Trail
              heading={appText('delegation.working')}
              end="0:03"
              steps={sampleRecord(t('landing.sample.move_project'), 4).steps}
            />
          </Motion>
          <Motion step="get" number={3}>
            <Slip stub={<Stub />} stubAt="below">
              <SlipTitle
                note={appText('delegation.slip.when', {
                  tool: appText('tools.answer.name'),
                  time: t('landing.motions.get.time'),
                })}
              >
                {appText('delegation.slip.delivered')}
              </SlipTitle>
              <p className="type-small">{t('landing.motions.get.answer')}</p>
            </Slip>
          </Motion>
        </ol>
      </div>
    </section>
  );
}

interface MotionProps {
  step: 'write' | 'delegate' | 'get';
  number: number;
  children: ReactNode;
}

function Motion({ step, number, children }: MotionProps) {
  return (
    <li className="motion">
      <span aria-hidden className="type-slip text-text-3">
        {number}
      </span>
      <h3 className="type-title-3 my-1">{t(`landing.motions.${step}.title`)}</h3>
      <p
        className="text-text-2"
        data-some-tools={step === 'delegate' ? t('landing.motions.delegate.text_some', TEMPLATE) : undefined}
      >
        {t(`landing.motions.${step}.text`)}
      </p>
      <div inert className="mt-6">
        {children}
      </div>
    </li>
  );
}

function Stub() {
  return (
    <SlipStub>
      <b>{slipNumber('0048')}</b>
      <span>0:14</span>
      <b>{oneCredit()}</b>
    </SlipStub>
  );
}
