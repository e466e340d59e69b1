import { useQueryClient } from '@tanstack/react-query';
import { ChevronDown, ChevronUp, Download, ReceiptText } from 'lucide-react';
import { useState } from 'react';
import { WITH_A_MODEL } from '#domain/demo/demo-label.ts';
import { slipNumber } from '#web/lib/format/slip-number.ts';
import type { Delivery } from '#web/lib/live/task-cache.ts';
import { logProblem } from '#web/lib/log.ts';
import { ShowExample } from '#web/lib/models/show-example.tsx';
import { notify } from '#web/lib/page/toast.ts';
import { t } from '#web/texts/app.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { IconButton } from '#web/ui/controls/icon-button.tsx';
import { AnswerWords } from '#web/ui/paper/answer-words.tsx';
import { elapsed } from '#web/ui/paper/elapsed.ts';
import { Slip } from '#web/ui/paper/slip.tsx';
import { SlipLine } from '#web/ui/paper/slip-line.tsx';
import { SlipStub } from '#web/ui/paper/slip-stub.tsx';
import { SlipTitle } from '#web/ui/paper/slip-title.tsx';
import { fetchAnswer } from '../answer/use-answer.ts';
import { costWords } from '../cost-words.ts';
import { downloadAnswer } from '../download/download-answer.ts';
import { secondsBetween, toMoment } from '../moments.ts';
import { type DelegableTask, useDelegationDialogs } from '../open-delegation.ts';
import { PictureButton } from '../picture/picture-button.tsx';
import { toolName } from '../tools.ts';

interface RunSlipProps {
  task: DelegableTask;
  delivery: Delivery;
  /** The answer arrived while the page was open. */
  fresh: boolean;
  open: boolean;
}

/** An answer attached to its task: excerpt and receipt, collapsible to one line. */
export function RunSlip({ task, delivery, fresh, open }: RunSlipProps) {
  const [isOpen, setIsOpen] = useState(open);
  const { run } = delivery;
  const took = secondsBetween(run.created_at, run.finished_at);
  const when = t('delegation.slip.when', {
    tool: toolName(run.ai_task_type),
    time: toMoment(new Date(delivery.created_at)),
  });
  const cost = costWords(delivery.is_demo);
  if (!isOpen) {
    return (
      <SlipLine
        kind="folded"
        icon={<ReceiptText size={14} aria-hidden />}
        note={cost}
        action={
          <IconButton
            label={t('delegation.slip.show')}
            className="text-inherit"
            onClick={() => setIsOpen(true)}
          >
            <ChevronDown size={16} aria-hidden />
          </IconButton>
        }
      >
        {t('delegation.slip.folded', { when })}
      </SlipLine>
    );
  }
  return (
    <Slip
      fresh={fresh}
      stub={
        <SlipStub>
          <b>{slipNumber(run.slip_number)}</b>
          {took !== undefined && <span>{elapsed(took)}</span>}
          {delivery.source_count > 0 && (
            <span>{t('delegation.slip.sources', { count: delivery.source_count })}</span>
          )}
          {delivery.gap_count > 0 && (
            <span>{t('delegation.slip.not_verified', { count: delivery.gap_count })}</span>
          )}
          <b>{cost}</b>
        </SlipStub>
      }
    >
      <div className="flex items-start justify-between gap-2">
        <SlipTitle note={when}>
          {t(delivery.is_demo ? 'delegation.slip.demo' : 'delegation.slip.delivered')}
        </SlipTitle>
        <IconButton
          label={t('delegation.slip.fold')}
          className="-mt-1 -me-2 text-inherit"
          onClick={() => setIsOpen(false)}
        >
          <ChevronUp size={16} aria-hidden />
        </IconButton>
      </div>
      <SlipContent task={task} delivery={delivery} />
      <SlipActions task={task} runId={run.id} />
    </Slip>
  );
}

/** The demo has said what a model would do instead. */
const isUnanswered = ({ is_demo, preview, run }: Delivery): boolean =>
  is_demo && preview === WITH_A_MODEL[run.ai_task_type];

/** The picture, or the start of the text. */
function SlipContent({ task, delivery }: { task: DelegableTask; delivery: Delivery }) {
  const openResponse = useDelegationDialogs((state) => state.openResponse);
  const picture = delivery.files.find(({ type }) => type.startsWith('image/'));
  if (picture) {
    return (
      <PictureButton file={picture} title={task.title} onOpen={() => openResponse(task, delivery.run.id)} />
    );
  }
  return (
    <p dir="auto" className="wrap-anywhere type-small">
      <AnswerWords text={delivery.preview} /> {isUnanswered(delivery) && <ShowExample />}
    </p>
  );
}

function SlipActions({ task, runId }: { task: DelegableTask; runId: string }) {
  const client = useQueryClient();
  const openResponse = useDelegationDialogs((state) => state.openResponse);
  const download = () => {
    fetchAnswer(client, runId)
      .then((answer) => downloadAnswer(task.title, answer))
      .catch((error: unknown) => {
        logProblem('an answer could not be saved', error);
        notify.error(t('delegation.load_failed'));
      });
  };
  return (
    <div className="mt-3 flex flex-wrap gap-2 max-md:[&>button]:flex-1 max-md:[&>button]:px-2">
      <Button look="slip" size="s" onClick={() => openResponse(task, runId)}>
        {t('delegation.view_full')}
      </Button>
      <Button look="slip" size="s" icon={<Download size={14} aria-hidden />} onClick={download}>
        {t('delegation.download')}
      </Button>
    </div>
  );
}
