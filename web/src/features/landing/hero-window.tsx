import { messages } from '#domain/messages.ts';
import type { TaskCategory, TaskPriority } from '#domain/task.ts';
import { CategoryLabel } from '#web/ui/category-label.tsx';
import { PictureRow } from '#web/ui/picture-row.tsx';
import { PriorityWord } from '#web/ui/priority-word.tsx';
import { Trail } from '#web/ui/trail.tsx';
import { QuickLine } from './quick-line.tsx';
import { SAMPLE_TITLE } from './sample.ts';

const TRAIL = [
  { at: 0, text: 'Read the task' },
  { at: 0, text: 'Read the project Flat move: description, 4 task titles' },
  { at: 1, text: 'Asked the text model' },
];

/** The list on the desk, cut off by the fold: it goes on. A picture, so nothing in it can be reached. */
export function HeroWindow() {
  return (
    <div className="relative -mt-16 overflow-hidden border-y border-line bg-desk pt-24 md:mt-14 md:pt-10">
      <div className="wrap">
        <figure
          inert
          aria-label="The list: one task is with the assistant, one has been delivered"
          className="hero-window"
        >
          <QuickLine task="Call the bank" />
          <ul className="sheet picture hero-list">
            <li className="group-head">
              Today<span className="type-slip text-text-3">5</span>
            </li>
            <Row priority="high" category="personal" title={SAMPLE_TITLE} className="hero-linked" />
            <Row priority="urgent" category="work" title="Send the fourth-quarter numbers to Ines" />
            <Row priority="high" category="personal" title="Plan the move, week by week">
              <Trail
                heading={messages.delegation.working}
                end="0:08"
                steps={TRAIL}
                foot={
                  <>
                    An answer usually takes under a minute.<span className="link">Stop</span>
                  </>
                }
              />
            </Row>
            <Row
              priority="medium"
              category="personal"
              title="Reply to the landlord about the handover date"
            />
            <Row priority="low" category="work" title="Learn how VAT works for sales to Denmark" />
          </ul>
          <div className="hero-answer">
            <p className="type-meta text-text-3">The answer it delivered</p>
            <p className="mt-1 tracking-[-.008em] [font:500_1.0625rem/1.5rem_var(--font-text)]">
              Three minutes, one story per decade, and a last line that the whole table can say with you.
            </p>
          </div>
        </figure>
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
