import { Download } from 'lucide-react';
import { messages } from '#domain/messages.ts';
import { useBrandName } from '#web/lib/brand.ts';
import { buttonClass } from '#web/ui/button-class.ts';
import { PictureRow } from '#web/ui/picture-row.tsx';
import { Slip } from '#web/ui/slip.tsx';
import { SlipStub } from '#web/ui/slip-stub.tsx';
import { SlipTitle } from '#web/ui/slip-title.tsx';

const SLIP_BUTTON = buttonClass('slip', 's');

/** What is behind the form: a page of the list with one slip. A picture, so nothing in it can be reached. */
export function AuthPicture() {
  return (
    <div
      inert
      aria-hidden
      className="grid content-center overflow-hidden border-s border-line bg-desk py-12 ps-16 max-md:hidden"
    >
      <p className="type-title-1 mb-8 max-w-[13em]">
        You keep the list.
        <br />
        {useBrandName()} runs it.
      </p>
      <ul className="sheet picture border border-e-0 border-line-strong bg-page pb-6">
        <li className="group-head">
          Today<span className="type-slip text-text-3">4</span>
        </li>
        <PictureRow priority="urgent" title="Send the fourth-quarter numbers to Ines before 16:00" />
        <PictureRow priority="high" title="Write a toast for my father’s seventieth birthday">
          <Slip stub={<Stub />}>
            <SlipTitle note="Answer, 09:14">Delivered</SlipTitle>
            <p className="[font:400_.875rem/1.375rem_var(--font-text)]">
              Three minutes, one story per decade, and a last line that the whole table can say with you.
            </p>
            <div className="mt-3 flex flex-wrap gap-2">
              <span className={SLIP_BUTTON}>{messages.labels.viewFullResponse}</span>
              <span className={SLIP_BUTTON}>
                <Download size={14} />
                {messages.labels.download}
              </span>
            </div>
          </Slip>
        </PictureRow>
        <PictureRow priority="medium" title="Reply to the landlord about the handover date" />
        <PictureRow priority="medium" title="Order moving boxes" done />
      </ul>
    </div>
  );
}

function Stub() {
  return (
    <SlipStub>
      <b>No. 0047</b>
      <span>0:12</span>
      <b>1 credit</b>
    </SlipStub>
  );
}
