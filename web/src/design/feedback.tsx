import WifiOff from 'lucide-react/icons/wifi-off';
import { DEFAULT_CATALOGUE } from '#domain/shop/catalogue.ts';
import { notify } from '#web/lib/page/toast.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { Pager } from '#web/ui/controls/pager.tsx';
import { BroughtBack } from '#web/ui/feedback/brought-back.tsx';
import { ChangedElsewhere } from '#web/ui/feedback/changed-elsewhere.tsx';
import { EmbedFrame } from '#web/ui/feedback/embed-frame.tsx';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import { InlineError } from '#web/ui/feedback/inline-error.tsx';
import { LoadingPage } from '#web/ui/feedback/loading-page.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { PageFailed } from '#web/ui/feedback/page-failed.tsx';
import { PartFailed } from '#web/ui/feedback/part-failed.tsx';
import { RetryError } from '#web/ui/feedback/retry-error.tsx';
import { ToastText } from '#web/ui/feedback/toast-text.tsx';
import { PackFeatures } from '#web/ui/marks/pack-features.tsx';
import { PackPrice } from '#web/ui/marks/pack-price.tsx';
import { Specimen, States } from './specimen.tsx';

const nothing = () => undefined;

export function Feedback() {
  return (
    <>
      <Specimen name="Notice, InlineError">
        <Notice icon={<WifiOff size={14} aria-hidden />}>You’re offline. 2 changes are waiting.</Notice>
        <InlineError>Failed to load tasks</InlineError>
        <InlineError action={<Button size="s">Upgrade</Button>}>No credits are left.</InlineError>
        <RetryError retry="Try again" onRetry={nothing}>
          Failed to load tasks
        </RetryError>
        <RetryError retry="Try again" onRetry={nothing} busy busyLabel="Trying…">
          Failed to load tasks
        </RetryError>
      </Specimen>
      <Specimen name="ChangedElsewhere">
        <ChangedElsewhere
          heading="This task was changed elsewhere. It now says:"
          note="Saving replaces it with your version below."
          takeLabel="Use that version"
          onTake={nothing}
        >
          <p>Book the large van</p>
        </ChangedElsewhere>
      </Specimen>
      <Specimen name="BroughtBack">
        <BroughtBack isWritten onStartAfresh={nothing} />
      </Specimen>
      <Specimen name="EmptyState">
        <EmptyState heading="A clean slate." action={<Button look="primary">Add Task</Button>} level={3}>
          One sentence that teaches.
        </EmptyState>
      </Specimen>
      <Specimen name="LoadingPage (LoadingScreen is the same, as high as the window)">
        <LoadingPage lines={4} awaited="Loading your tasks…" />
      </Specimen>
      <Specimen name="PageFailed">
        <PageFailed home={{ to: '#design', label: 'Go to the dashboard' }} />
      </Specimen>
      <Specimen name="PartFailed">
        <PartFailed />
      </Specimen>
      <Specimen name="Pager">
        <Pager label="Pages" page={0} perPage={5} total={12} onTurn={nothing} />
        <Pager label="Pages" page={2} perPage={5} total={12} onTurn={nothing} />
        <Pager label="Pages" page={0} perPage={5} total={3} onTurn={nothing} />
      </Specimen>
      <Specimen name="Toaster, ToastText">
        <div className="toast w-87.5">
          <ToastText text="Task deleted" action={{ label: 'Undo', onPress: nothing }} />
        </div>
        <States>
          <Button size="s" onClick={() => notify.success('Task added')}>
            success
          </Button>
          <Button size="s" onClick={() => notify.error('Failed to add task')}>
            error
          </Button>
          <Button size="s" onClick={() => notify.blank('You’ve been signed out.')}>
            blank
          </Button>
          <Button size="s" onClick={() => notify.loading('AI is working on your task...', { id: 'design' })}>
            loading
          </Button>
          <Button size="s" onClick={() => notify.delivered('AI has completed your task!', { id: 'design' })}>
            delivered
          </Button>
          <Button size="s" onClick={() => notify.deleted('Task deleted', nothing)}>
            deleted
          </Button>
        </States>
      </Specimen>
      <Specimen name="PackPrice, PackFeatures">
        <ul className="prices">
          {DEFAULT_CATALOGUE.packs.map((pack) => (
            <PackPrice key={pack.key} pack={pack} action={() => <Button size="s">Buy Now</Button>} />
          ))}
        </ul>
        <PackFeatures />
      </Specimen>
      <Specimen name="EmbedFrame">
        <div className="h-40 overflow-hidden">
          <EmbedFrame title="Nothing" src="about:blank" />
        </div>
      </Specimen>
    </>
  );
}
