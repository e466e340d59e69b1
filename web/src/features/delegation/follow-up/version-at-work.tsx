import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef } from 'react';
import { isLive, type Run } from '#domain/rows/run-row.ts';
import { t } from '#web/texts/later.ts';
import { fetchAnswer } from '../answer/use-answer.ts';
import { versionsQuery } from '../answer/use-versions.ts';
import type { DelegableTask } from '../open-delegation.ts';
import { EndedRun } from '../progress/ended-run.tsx';
import { RunTrail } from '../progress/run-trail.tsx';

interface VersionAtWorkProps {
  task: DelegableTask;
  /** The run that makes the new version, in any state. */
  run: Run;
  /** Called once its answer can be shown. */
  onDelivered: (run: Run) => void;
}

/** The making of a new version, where its form was: the trail, or how it ended without an answer. */
export function VersionAtWork({ task, run, onDelivered }: VersionAtWorkProps) {
  const section = useRef<HTMLElement>(null);
  const client = useQueryClient();
  const deliver = useEffectEvent(onDelivered);
  const isDelivered = run.status === 'succeeded';
  useEffect(() => {
    // The form that had the focus is gone.
    if (document.activeElement === document.body) section.current?.focus({ preventScroll: true });
    section.current?.scrollIntoView({ block: 'nearest' });
  }, []);
  useEffect(() => {
    if (!isDelivered) return;
    let isShown = true;
    const show = () => {
      // Closed meanwhile: the answer must not open by itself.
      if (isShown) deliver(run);
    };
    // Both are read first, so that the new version replaces the old one without a gap. The answer itself reports
    // a failure to read it, with a button to try again.
    const reads = [
      fetchAnswer(client, run.id),
      client.refetchQueries({ queryKey: versionsQuery(run.task_id).queryKey }),
    ];
    void Promise.allSettled(reads).then(show);
    return () => {
      isShown = false;
    };
  }, [client, isDelivered, run]);
  return (
    <section
      ref={section}
      tabIndex={-1}
      aria-label={t('delegation.versions.next')}
      className="not-printed mt-10 scroll-mb-6 border-t border-line-strong pt-5 outline-none"
    >
      <h3 className="type-title-3 mb-3">{t('delegation.versions.next')}</h3>
      {isLive(run) || isDelivered ? <RunTrail run={run} /> : <EndedRun key={run.id} task={task} run={run} />}
    </section>
  );
}
