import { useQueryClient } from '@tanstack/react-query';
import ChevronUp from 'lucide-react/icons/chevron-up';
import Download from 'lucide-react/icons/download';
import { type RefObject, useLayoutEffect, useRef } from 'react';
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
import { FoldedSlip } from '#web/ui/paper/folded-slip.tsx';
import { Slip } from '#web/ui/paper/slip.tsx';
import { SlipStub } from '#web/ui/paper/slip-stub.tsx';
import { SlipTitle } from '#web/ui/paper/slip-title.tsx';
import { fetchAnswer } from '../answer/use-answer.ts';
import { useChangeSlip } from '../change-slip.ts';
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
  /** Unless its owner has folded or unfolded it. */
  open: boolean;
}

/** An answer attached to its task: excerpt and receipt, or one line. */
export function RunSlip({ task, delivery, fresh, open }: RunSlipProps) {
  const change = useChangeSlip();
  const hadFocusRef = useRef(false);
  const { run } = delivery;
  const fold = (is_folded: boolean) => change({ run, state: { is_folded } });
  return (run.is_folded ?? !open) ? (
    <Folded task={task} delivery={delivery} hadFocusRef={hadFocusRef} onUnfold={() => fold(false)} />
  ) : (
    <Unfolded
      task={task}
      delivery={delivery}
      fresh={fresh}
      hadFocusRef={hadFocusRef}
      onFold={() => fold(true)}
    />
  );
}

interface FormProps {
  task: DelegableTask;
  delivery: Delivery;
  /** Set when the other form was removed with the focus in it. */
  hadFocusRef: RefObject<boolean>;
}

const titleOf = ({ is_demo }: Delivery): string =>
  t(is_demo ? 'delegation.slip.demo' : 'delegation.slip.delivered');

const whenOf = ({ run, created_at }: Delivery): string =>
  t('delegation.slip.when', { tool: toolName(run.ai_task_type), time: toMoment(new Date(created_at)) });

function Folded({ task, delivery, hadFocusRef, onUnfold }: FormProps & { onUnfold: () => void }) {
  const openResponse = useDelegationDialogs((state) => state.openResponse);
  const line = useKeptFocus<HTMLButtonElement>(hadFocusRef);
  return (
    <FoldedSlip
      ref={line}
      title={titleOf(delivery)}
      note={whenOf(delivery)}
      number={slipNumber(delivery.run.slip_number)}
      openLabel={t('delegation.view_full')}
      onOpen={() => openResponse(task, delivery.run.id)}
      unfoldLabel={t('delegation.slip.show')}
      onUnfold={onUnfold}
    >
      <AnswerWords text={delivery.preview} />
    </FoldedSlip>
  );
}

function Unfolded(props: FormProps & { fresh: boolean; onFold: () => void }) {
  const { task, delivery, fresh, hadFocusRef, onFold } = props;
  const foldButton = useKeptFocus<HTMLButtonElement>(hadFocusRef);
  const { run } = delivery;
  const took = secondsBetween(run.created_at, run.finished_at);
  return (
    <Slip
      fresh={fresh}
      stub={
        <SlipStub>
          {run.slip_number !== null && <b>{slipNumber(run.slip_number)}</b>}
          {took !== undefined && <span>{elapsed(took)}</span>}
          {delivery.source_count > 0 && (
            <span>{t('delegation.slip.sources', { count: delivery.source_count })}</span>
          )}
          {delivery.gap_count > 0 && (
            <span>{t('delegation.slip.not_verified', { count: delivery.gap_count })}</span>
          )}
          <b>{costWords(delivery.is_demo)}</b>
        </SlipStub>
      }
    >
      <div className="flex items-start justify-between gap-2">
        <SlipTitle note={whenOf(delivery)}>{titleOf(delivery)}</SlipTitle>
        <IconButton
          ref={foldButton}
          label={t('delegation.slip.fold')}
          className="-mt-1 -me-2 text-inherit"
          onClick={onFold}
        >
          <ChevronUp size={16} aria-hidden />
        </IconButton>
      </div>
      <SlipContent task={task} delivery={delivery} />
      <SlipActions task={task} delivery={delivery} />
    </Slip>
  );
}

/** The demo has said what a model would do instead. */
const isUnanswered = ({ is_demo, preview, run }: Delivery): boolean =>
  is_demo && preview === WITH_A_MODEL[run.ai_task_type];

/** Moves the focus that was in the other form of the slip to the element of this one. */
function useKeptFocus<Element extends HTMLElement>(
  hadFocusRef: RefObject<boolean>,
): RefObject<Element | null> {
  const target = useRef<Element>(null);
  useLayoutEffect(() => {
    const element = target.current;
    if (hadFocusRef.current) element?.focus({ preventScroll: true });
    hadFocusRef.current = false;
    return () => {
      // Runs before the element is removed.
      hadFocusRef.current = element?.closest('.row-under > *')?.contains(document.activeElement) ?? false;
    };
  }, [hadFocusRef]);
  return target;
}

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

function SlipActions({ task, delivery: { run } }: { task: DelegableTask; delivery: Delivery }) {
  const client = useQueryClient();
  const openResponse = useDelegationDialogs((state) => state.openResponse);
  const download = () => {
    fetchAnswer(client, run.id)
      .then((answer) => downloadAnswer(task.title, answer, run.slip_number))
      .catch((error: unknown) => {
        logProblem('an answer could not be saved', error);
        notify.error(t('delegation.load_failed'));
      });
  };
  return (
    <div className="mt-3 flex flex-wrap gap-2 max-md:[&>button]:flex-1 max-md:[&>button]:px-2">
      <Button look="slip" size="s" onClick={() => openResponse(task, run.id)}>
        {t('delegation.view_full')}
      </Button>
      <Button look="slip" size="s" icon={<Download size={14} aria-hidden />} onClick={download}>
        {t('delegation.download')}
      </Button>
    </div>
  );
}
