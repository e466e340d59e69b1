import type { ReactNode } from 'react';
import { messages } from '#domain/messages.ts';
import { Slip } from '#web/ui/slip.tsx';
import { SlipStub } from '#web/ui/slip-stub.tsx';
import { SlipTitle } from '#web/ui/slip-title.tsx';
import { Trail } from '#web/ui/trail.tsx';
import { QuickLine } from './quick-line.tsx';
import { SectionHead } from './section-head.tsx';

/** How it works, in the order in which it happens. */
export function Motions() {
  return (
    <section id="how" className="band">
      <div className="wrap">
        <SectionHead title="Three motions, one list">
          Nothing moves to a chat window. You write a task, pass it on, and the result lands under the line
          you wrote.
        </SectionHead>
        <ol className="motions">
          <Motion
            number={1}
            title="Write it"
            text="As you would say it. The day, the priority, the category and the project are understood."
          >
            <QuickLine task="Book a van" chips />
          </Motion>
          <Motion
            number={2}
            title="Delegate it"
            text="While it works you see what it does, and read along as it writes. No spinner."
          >
            <Trail
              heading={messages.delegation.working}
              end="0:03"
              steps={[
                { at: 0, text: 'Read the task' },
                { at: 0, text: 'Read the project Flat move' },
                { at: 1, text: 'Asked the text model' },
              ]}
            />
          </Motion>
          <Motion
            number={3}
            title="Get the slip"
            text="The result is attached to the task, with its receipt. You tick the box."
          >
            <Slip
              stub={
                <SlipStub>
                  <b>No. 0048</b>
                  <span>0:14</span>
                  <b>1 credit</b>
                </SlipStub>
              }
              stubAt="below"
            >
              <SlipTitle note="Answer, 11:02">Delivered</SlipTitle>
              <p className="[font:400_.875rem/1.375rem_var(--font-text)]">
                Ask three things before you book: kilometres, fuel rule, and who pays for the scratch.
              </p>
            </Slip>
          </Motion>
        </ol>
      </div>
    </section>
  );
}

function Motion({
  number,
  title,
  text,
  children,
}: {
  number: number;
  title: string;
  text: string;
  children: ReactNode;
}) {
  return (
    <li>
      <span aria-hidden className="type-slip text-text-3">
        {number}
      </span>
      <h3 className="type-title-3 my-1">{title}</h3>
      <p className="text-text-2">{text}</p>
      <div inert className="mt-6">
        {children}
      </div>
    </li>
  );
}
