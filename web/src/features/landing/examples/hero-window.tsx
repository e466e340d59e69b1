import { EXAMPLE_TASKS } from '#domain/demo/example-tasks.ts';
import type { TaskCategory, TaskPriority } from '#domain/task.ts';
import { t as appText } from '#web/texts/app.ts';
import { t } from '#web/texts/pages.ts';
import { CategoryLabel } from '#web/ui/marks/category-label.tsx';
import { PriorityWord } from '#web/ui/marks/priority-word.tsx';
import { PictureRow } from '#web/ui/paper/picture-row.tsx';
import { Trail } from '#web/ui/paper/trail.tsx';
import { QuickLine } from './quick-line.tsx';
import { ResultButton } from './result-dialogs.tsx';
import { sampleRecord } from './sample.ts';

/** Picture of the list, cut off by the fold to show that it continues. Nothing in it is focusable. */
export function HeroWindow() {
  return (
    <div className="relative -mt-16 overflow-hidden border-y border-line bg-desk pt-24 md:mt-14 md:pt-10">
      <div className="wrap">
        <div className="hero-window">
          <figure inert aria-label={t('landing.hero.window')}>
            <QuickLine task={t('landing.sample.bank')} />
            <ul className="sheet picture hero-list">
              <li className="group-head">
                {t('landing.sample.today')}
                <span className="type-slip text-text-3">5</span>
              </li>
              <Row
                priority="high"
                category="personal"
                title={EXAMPLE_TASKS.research.title}
                className="hero-linked"
              />
              <Row priority="urgent" category="work" title={t('landing.sample.numbers')} />
              <Row priority="high" category="personal" title={t('landing.sample.move')}>
                <Trail
                  heading={appText('delegation.working')}
                  end="0:08"
                  steps={sampleRecord(t('landing.sample.move_project'), 4).steps}
                  foot={
                    <>
                      {appText('tools.answer.usually')}
                      <span className="link">{appText('delegation.stop')}</span>
                    </>
                  }
                />
              </Row>
              <Row priority="medium" category="personal" title={t('landing.sample.landlord')} />
              <Row priority="low" category="work" title={t('landing.sample.vat')} />
            </ul>
          </figure>
          <div className="hero-answer">
            <p className="type-meta text-text-3">{t('landing.hero.delivered')}</p>
            <p className="mt-1 tracking-[-.008em] [font:500_1.0625rem/1.5rem_var(--font-text)]">
              {t('landing.research.title')}
            </p>
            <ResultButton result="research" className="mt-3" />
          </div>
        </div>
      </div>
    </div>
  );
}

interface RowProps {
  priority: TaskPriority;
  category: TaskCategory;
  title: string;
  className?: string;
  children?: React.ReactNode;
}

function Row({ priority, category, title, className, children }: RowProps) {
  return (
    <PictureRow
      priority={priority}
      title={title}
      className={className}
      fold={
        <>
          {priority !== 'medium' && <PriorityWord priority={priority} />}
          <CategoryLabel category={category} size={13} />
        </>
      }
      columns={
        <>
          <span className="row-col">
            <CategoryLabel category={category} />
          </span>
          <span className="row-col">
            <PriorityWord priority={priority} />
          </span>
        </>
      }
    >
      {children}
    </PictureRow>
  );
}
