import MessageSquareReply from 'lucide-react/icons/message-square-reply';
import RotateCcw from 'lucide-react/icons/rotate-ccw';
import { type ReactNode, useState } from 'react';
import { type AiTaskType, TOOLS } from '#domain/ai-task.ts';
import type { Response } from '#domain/rows/response-row.ts';
import type { RunRecord } from '#domain/rows/run-row.ts';
import { isLive, type Run } from '#domain/rows/run-row.ts';
import { useConfig } from '#web/lib/server/use-config.ts';
import { t } from '#web/texts/later.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { STACKED } from '#web/ui/controls/button-class.ts';
import { type DelegableTask, useDelegationDialogs } from '../open-delegation.ts';
import { FollowUp } from './follow-up.tsx';
import { TryAgain } from './try-again.tsx';
import { VersionAtWork } from './version-at-work.tsx';

/** Which new-version form is open below the answer. */
export interface NextVersionState {
  readonly open: 'again' | 'follow_up' | null;
  /** A new version is being made. */
  readonly isAtWork: boolean;
  /** Opens a form, or closes it if open. Its draft is kept. */
  readonly toggle: (form: 'again' | 'follow_up') => void;
}

export function useNextVersion(runId: string, latest: Run | null): NextVersionState {
  const { following, follow, leaveFollowing } = useDelegationDialogs();
  const [againOf, setAgainOf] = useState<string | null>(null);
  const hasWish = following?.runId === runId;
  // One at a time: the server refuses another one until this is delivered.
  const isAtWork = latest !== null && isLive(latest);
  if (isAtWork && againOf !== null) setAgainOf(null);
  const open = isAtWork ? null : againOf === runId ? 'again' : hasWish ? 'follow_up' : null;
  const toggle = (form: 'again' | 'follow_up') => {
    setAgainOf(form === 'again' && open !== 'again' ? runId : null);
    if (form === 'again') return;
    if (open === 'follow_up') leaveFollowing();
    else if (!hasWish) follow(runId);
  };
  return { open, isAtWork, toggle };
}

/** Buttons for new versions, if the server offers the tools. */
export function VersionButtons({
  run,
  next: { open, isAtWork, toggle },
}: {
  run: Run;
  next: NextVersionState;
}) {
  const tools = useConfig()?.ai.tools;
  const { ai_task_type: type } = run;
  return (
    <>
      {tools?.includes(type) && (
        <VersionButton
          icon={<RotateCcw size={16} aria-hidden />}
          isOpen={open === 'again'}
          disabled={isAtWork}
          onClick={() => toggle('again')}
        >
          {t('delegation.load_again')}
        </VersionButton>
      )}
      {tools?.includes(followingTool(type)) && (
        <VersionButton
          icon={<MessageSquareReply size={16} aria-hidden />}
          isOpen={open === 'follow_up'}
          disabled={isAtWork}
          onClick={() => toggle('follow_up')}
        >
          {t('delegation.follow_up')}
        </VersionButton>
      )}
    </>
  );
}

/** Tool for a follow-up: pictures are always edited, however they were made. */
const followingTool = (type: AiTaskType): AiTaskType => TOOLS[type].followUp ?? type;

interface VersionButtonProps {
  icon: ReactNode;
  isOpen: boolean;
  disabled: boolean;
  onClick: () => void;
  children: string;
}

function VersionButton({ icon, isOpen, disabled, onClick, children }: VersionButtonProps) {
  return (
    <Button
      look="plain"
      className={STACKED}
      icon={icon}
      aria-expanded={isOpen}
      disabled={disabled}
      onClick={onClick}
    >
      {children}
    </Button>
  );
}

/** A newer run to show below this answer: at work, ended while it was shown, or failed to follow this answer up. */
function useMadeHere(run: Run, latest: Run | null): Run | null {
  const [watched, setWatched] = useState<string | null>(null);
  const newer = latest?.id === run.id ? null : latest;
  const seen = newer === null ? null : isLive(newer) ? newer.id : watched;
  // Forgotten once it is delivered, so that it doesn't open again by itself when an older version is read.
  if (seen !== watched) setWatched(seen);
  if (newer === null || newer.id === seen) return newer;
  const isWithoutAnswer = newer.status === 'failed' || newer.status === 'cancelled';
  return isWithoutAnswer && newer.parent_run_id === run.id ? newer : null;
}

interface NextVersionProps {
  task: DelegableTask;
  record: RunRecord;
  answer: Response;
  /** The latest run of the task. */
  latest: Run | null;
  next: NextVersionState;
  /** Called once a version that was made here can be shown. */
  onDelivered: (run: Run) => void;
}

/** The open new-version form, or the new version at work, if any. */
export function NextVersion(props: NextVersionProps) {
  const { task, record, answer, latest, next, onDelivered } = props;
  const { open, toggle } = next;
  const made = useMadeHere(record.run, latest);
  const stopFollowing = useDelegationDialogs((state) => state.stopFollowing);
  switch (open) {
    case 'again':
      return <TryAgain record={record} onDone={() => toggle('again')} onCancel={() => toggle('again')} />;
    case 'follow_up':
      return <FollowUp run={record.run} answer={answer} onCancel={stopFollowing} />;
    case null:
      return made && <VersionAtWork key={made.id} task={task} run={made} onDelivered={onDelivered} />;
  }
}
