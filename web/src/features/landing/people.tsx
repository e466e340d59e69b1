import type { ComponentType } from 'react';
import type { TaskCategory, TaskPriority, TaskTimeframe } from '#domain/task.ts';
import { t } from '#web/texts/pages.ts';
import { SampleTask } from './examples/sample-task.tsx';
import { AminaPortrait, MaraPortrait, TobiasPortrait } from './portraits.tsx';
import { SectionHead } from './section-head.tsx';

interface Person {
  id: 'mara' | 'tobias' | 'amina';
  Portrait: ComponentType;
  task: { category: TaskCategory; timeframe: TaskTimeframe; priority: TaskPriority; done?: boolean };
}

const PEOPLE: readonly Person[] = [
  {
    id: 'mara',
    Portrait: MaraPortrait,
    task: { category: 'personal', timeframe: 'today', priority: 'high' },
  },
  {
    id: 'tobias',
    Portrait: TobiasPortrait,
    task: { category: 'work', timeframe: 'tomorrow', priority: 'urgent', done: true },
  },
  {
    id: 'amina',
    Portrait: AminaPortrait,
    task: { category: 'personal', timeframe: 'next_weekend', priority: 'medium' },
  },
];

/** Fictional people, labelled as such. The script hides them if the operator wants. */
export function People() {
  return (
    <section data-testimonials className="band">
      <div className="wrap">
        <SectionHead title={t('landing.people.title')}>{t('landing.people.lead')}</SectionHead>
        <ul className="grid border-t border-line-strong lg:grid-cols-3">
          {PEOPLE.map(({ id, Portrait, task }) => (
            <li key={id} className="person">
              <figure className="grow">
                <blockquote className="type-read">
                  <q>{t(`landing.people.${id}.quote`)}</q>
                </blockquote>
                <SampleTask title={t(`landing.people.${id}.task`)} {...task} />
              </figure>
              <div className="flex items-center gap-4">
                <Portrait />
                <p className="type-meta text-text-3">
                  <b className="block text-text [font:600_1rem/1.5rem_var(--font-text)]">
                    {t(`landing.people.${id}.name`)}
                  </b>
                  {t(`landing.people.${id}.who`)}
                </p>
              </div>
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}
