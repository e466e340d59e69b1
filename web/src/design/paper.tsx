import Forward from 'lucide-react/icons/forward';
import ReceiptText from 'lucide-react/icons/receipt-text';
import { Button } from '#web/ui/controls/button.tsx';
import { Checkbox } from '#web/ui/controls/checkbox.tsx';
import { IconButton } from '#web/ui/controls/icon-button.tsx';
import { CategoryLabel } from '#web/ui/marks/category-label.tsx';
import { PriorityMark } from '#web/ui/marks/priority-mark.tsx';
import { PriorityWord } from '#web/ui/marks/priority-word.tsx';
import { AnswerWords } from '#web/ui/paper/answer-words.tsx';
import { FoldedSlip } from '#web/ui/paper/folded-slip.tsx';
import { PictureRow } from '#web/ui/paper/picture-row.tsx';
import { Receipt } from '#web/ui/paper/receipt.tsx';
import { ReceiptLine } from '#web/ui/paper/receipt-line.tsx';
import { Slip } from '#web/ui/paper/slip.tsx';
import { SlipLine } from '#web/ui/paper/slip-line.tsx';
import { SlipStub } from '#web/ui/paper/slip-stub.tsx';
import { SlipTitle } from '#web/ui/paper/slip-title.tsx';
import { Trail } from '#web/ui/paper/trail.tsx';
import { Specimen } from './specimen.tsx';

const STEPS = [
  { at: 3, text: 'Read the task and 3 notes from Flat move' },
  { at: 8, text: 'Searched “contents insurance”' },
  { at: 14, text: 'Opened 6 pages' },
  { at: 21, text: 'Read 6 pages, kept 9 quotes' },
  { at: 36, text: 'Reading the policy terms of the third insurer' },
];

export function Paper() {
  return (
    <>
      <Specimen name="Rows of the list">
        <ul className="sheet">
          <li className="group-head">Today</li>
          <Row title="Send the numbers to Ines before 16:00" />
          <Row title="Selected" state={{ 'data-chosen': true }} />
          <Row title="Waiting for the network" state={{ 'data-unsent': true }} />
          <Row title="Order moving boxes" state={{ 'data-done': true }} />
        </ul>
      </Specimen>
      <Specimen name="PictureRow">
        <ul className="sheet picture">
          <PictureRow
            priority="urgent"
            title="A picture of a row"
            columns={<CategoryLabel category="work" />}
          />
          <PictureRow priority="medium" title="Done" done />
        </ul>
      </Specimen>
      <Specimen name="Trail">
        <Trail
          heading="AI is working on your task..."
          steps={STEPS}
          end="0:41"
          foot="Usually 1 to 3 minutes."
        />
        <Trail heading="Waiting for its turn" steps={[]} end="3rd in line" queued />
      </Specimen>
      <Slips />
      <Specimen name="Receipt, ReceiptLine">
        <Receipt
          brand="Errand"
          number="No. 0047"
          note="Research. Fri 20 Nov 2026, 09:14"
          title="Check the winter tyre rules"
          steps={STEPS.slice(0, 3)}
          took={108}
          sent={[{ to: 'To ai.example, model a/b:', what: ['The task', 'Three notes'] }]}
          unverified="Nothing."
          facts={[['Language', 'English']]}
          cost={[
            ['Cost', '1 credit'],
            ['Left', '10'],
          ]}
        />
        <ReceiptLine label="Alone" value="1 credit" strong />
      </Specimen>
    </>
  );
}

function Slips() {
  return (
    <Specimen name="Slip, SlipTitle, SlipStub, FoldedSlip, SlipLine, AnswerWords">
      <Slip
        stub={
          <SlipStub>
            <b>No. 0047</b>
            <br />6 steps, 1:48
          </SlipStub>
        }
      >
        <SlipTitle note="Research, 09:14">Delivered</SlipTitle>
        <p>
          <AnswerWords text="In Austria winter tyres are required from 1 November to 15 April. [?] The law asks for 4 mm." />
        </p>
        <p className="mt-2">
          <Button look="slip" size="s">
            View Full Response
          </Button>
        </p>
      </Slip>
      <FoldedSlip
        title="Delivered"
        note="Research, 09:14"
        number="No. 0047"
        openLabel="View Full Response"
        onOpen={() => undefined}
        unfoldLabel="Show the answer"
        onUnfold={() => undefined}
      >
        In Austria winter tyres are required from 1 November to 15 April.
      </FoldedSlip>
      <SlipLine kind="folded" icon={<ReceiptText size={16} aria-hidden />} note="46 of 48 pages, 1 credit">
        Delivered: PDF summary
      </SlipLine>
      <SlipLine kind="stopped" note="0 credits">
        Stopped at 0:41
      </SlipLine>
      <SlipLine kind="failed" note="credit refunded" action={<Button size="s">Try again</Button>}>
        Failed to process task with AI
      </SlipLine>
    </Specimen>
  );
}

interface RowState {
  'data-chosen'?: boolean;
  'data-unsent'?: boolean;
  'data-done'?: boolean;
}

function Row({ title, state = {} }: { title: string; state?: RowState }) {
  return (
    <li className="row" data-live tabIndex={-1} {...state}>
      <PriorityMark priority="high" />
      <Checkbox aria-label={title} defaultChecked={state['data-done'] === true} />
      <div className="row-title">
        <span className="row-text">{title}</span>
        <div className="row-fold">
          <CategoryLabel category="work" size={13} />
        </div>
      </div>
      <span className="row-col">Flat move</span>
      <span className="row-col">
        <CategoryLabel category="work" />
      </span>
      <span className="row-col">
        <PriorityWord priority="high" />
      </span>
      <span className="row-acts">
        <IconButton label="Delegate to AI">
          <Forward size={16} aria-hidden />
        </IconButton>
      </span>
    </li>
  );
}
