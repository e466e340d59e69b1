import { MessageSquareReply, RotateCcw } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { type AiTaskType, TOOLS } from '#domain/ai-task.ts';
import type { Response } from '#domain/rows/response-row.ts';
import type { Run } from '#domain/rows/run-row.ts';
import { useConfig } from '#web/lib/server/use-config.ts';
import { t } from '#web/texts/app.ts';
import { Button } from '#web/ui/controls/button.tsx';
import type { RunRecord } from '../answer/use-run.ts';
import { useDelegationDialogs } from '../open-delegation.ts';
import { FollowUp } from './follow-up.tsx';
import { TryAgain } from './try-again.tsx';

/** Which new-version form is open below the answer. */
export interface NextVersionState {
  readonly open: 'again' | 'follow_up' | null;
  /** Opens a form, or closes it if open. Its draft is kept. */
  readonly toggle: (form: 'again' | 'follow_up') => void;
}

export function useNextVersion(runId: string): NextVersionState {
  const { following, follow, leaveFollowing } = useDelegationDialogs();
  const [againOf, setAgainOf] = useState<string | null>(null);
  const hasWish = following?.runId === runId;
  const open = againOf === runId ? 'again' : hasWish ? 'follow_up' : null;
  const toggle = (form: 'again' | 'follow_up') => {
    setAgainOf(form === 'again' && open !== 'again' ? runId : null);
    if (form === 'again') return;
    if (open === 'follow_up') leaveFollowing();
    else if (!hasWish) follow(runId);
  };
  return { open, toggle };
}

/** Buttons for new versions, if the server offers the tools. */
export function VersionButtons({ run, next: { open, toggle } }: { run: Run; next: NextVersionState }) {
  const tools = useConfig()?.ai.tools;
  const { ai_task_type: type } = run;
  return (
    <>
      {tools?.includes(type) && (
        <VersionButton
          icon={<RotateCcw size={16} aria-hidden />}
          isOpen={open === 'again'}
          onClick={() => toggle('again')}
        >
          {t('delegation.load_again')}
        </VersionButton>
      )}
      {tools?.includes(followingTool(type)) && (
        <VersionButton
          icon={<MessageSquareReply size={16} aria-hidden />}
          isOpen={open === 'follow_up'}
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
  onClick: () => void;
  children: string;
}

/** Icon only on phones. */
function VersionButton({ icon, isOpen, onClick, children }: VersionButtonProps) {
  return (
    <Button
      look="plain"
      className="max-md:flex-none! max-md:border-line-strong max-md:px-3.5!"
      icon={icon}
      aria-expanded={isOpen}
      onClick={onClick}
    >
      <span className="max-md:sr-only">{children}</span>
    </Button>
  );
}

interface NextVersionProps {
  record: RunRecord;
  answer: Response;
  next: NextVersionState;
  /** Called when the request was accepted. */
  onDone: () => void;
}

/** The open new-version form, if any. */
export function NextVersion({ record, answer, next: { open, toggle }, onDone }: NextVersionProps) {
  const stopFollowing = useDelegationDialogs((state) => state.stopFollowing);
  switch (open) {
    case 'again':
      return <TryAgain record={record} onDone={onDone} onCancel={() => toggle('again')} />;
    case 'follow_up':
      return <FollowUp run={record.run} answer={answer} onCancel={stopFollowing} />;
    case null:
      return null;
  }
}
