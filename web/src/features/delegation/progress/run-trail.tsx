import { useEffect, useState } from 'react';
import type { Run } from '#domain/rows/run-row.ts';
import { Loaded } from '#web/lib/page/loaded.tsx';
import { t } from '#web/texts/app.ts';
import { elapsed } from '#web/ui/paper/elapsed.ts';
import type { TrailStep } from '#web/ui/paper/receipt-content.ts';
import { Trail } from '#web/ui/paper/trail.tsx';
import { useCancel } from '../use-delegate.ts';
import { useLivePreview, useLiveText, useProgress } from './use-progress.ts';
import { secondsWaited, toTrailSteps } from './word-step.ts';

const loadLiveAnswer = async () => (await import('./live-answer.tsx')).LiveAnswer;

/** A live run: its steps, streamed text, elapsed time, and a stop button. */
export function RunTrail({ run }: { run: Run }) {
  const progress = useProgress(run);
  const cancel = useCancel();
  const now = useNow();
  const text = useLiveText(run.id, (live) => live.text);
  const preview = useLivePreview(run.id);
  // Preload for the first streamed words; a failure is retried when they arrive.
  useEffect(() => void loadLiveAnswer().catch(() => undefined), []);
  const events = progress.data ?? [];
  const steps = withWait(toTrailSteps(run, events), secondsWaited(events.at(-1), now));
  const isQueued = run.status === 'queued';
  // The device's clock may be behind the server's: never show less time than the last step's.
  const seconds = Math.max(steps.at(-1)?.at ?? 0, (now - Date.parse(run.created_at)) / 1000);
  return (
    <Trail
      heading={isQueued ? waitingFor(run) : t('delegation.working')}
      queued={isQueued}
      steps={steps}
      end={elapsed(seconds)}
      foot={
        <>
          <span>{t(`tools.${run.ai_task_type}.usually`)}</span>
          <button
            type="button"
            className="link hit-40"
            disabled={cancel.isPending}
            onClick={() => cancel.mutate(run.id)}
          >
            {t(cancel.isPending ? 'delegation.stopping' : 'delegation.stop')}
          </button>
        </>
      }
    >
      {preview && <PicturePreview address={preview} />}
      {text && <Loaded load={loadLiveAnswer} props={{ text, language: run.language }} />}
    </Trail>
  );
}

/** Preview of a picture in progress. The result is decoded, checked and stored first. */
function PicturePreview({ address }: { address: string }) {
  return (
    <figure className="mt-2 w-fit">
      <img src={address} alt="" className="max-h-56 rounded-control border border-line" />
      <figcaption className="type-meta mt-1 text-text-3">{t('delegation.picture_so_far')}</figcaption>
    </figure>
  );
}

/** Adds its duration so far to the last step. */
function withWait(steps: readonly TrailStep[], seconds: number | undefined): readonly TrailStep[] {
  const last = steps.at(-1);
  if (last === undefined || seconds === undefined) return steps;
  return [...steps.slice(0, -1), { ...last, note: t('delegation.seconds', { seconds }) }];
}

/** A run may be requeued: by a provider that asks to wait, or by a server that shuts down. */
function waitingFor({ attempt }: Run): string {
  return t(attempt === 0 ? 'delegation.waiting_to_start' : 'delegation.waiting_to_go_on');
}

/** The current time, updated every second. */
function useNow(): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, []);
  return now;
}
