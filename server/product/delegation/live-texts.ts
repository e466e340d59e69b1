import type { RunPreviewPayload, RunTextPayload } from '#domain/run/run-broadcasts.ts';
import type { Log } from '#server/lib/log.ts';
import type { Broadcaster } from '#server/platform/realtime/broadcast/broadcaster.ts';
import type { HeldRun, RunStore } from './run-store.ts';

/** Milliseconds between two broadcasts of a run: ten a second look like typing, more only cost. */
const BROADCAST_EVERY = 100;
/** Ticks between two copies of a text to the database, for clients that join in the middle: about a second. */
const SAVE_EVERY = 10;
/**
 * Texts copied per tick, oldest copy first: fifty a second, so with two hundred runs a copy is four seconds
 * old. The embedded database blocks while copying: two hundred a second delayed each run's start and end by 0.2
 * s.
 */
const SAVE_AT_ONCE = 5;

export interface LiveText {
  push(delta: string): void;
  /** Discards all text so far. */
  restart(): void;
  /** Broadcasts a preview of a picture, as JPEG. */
  preview(jpeg: Buffer): void;
  /** Sends pending text without waiting for the next tick, since nothing follows an answer's last words. */
  flush(): void;
  close(): void;
}

interface OpenText extends HeldRun {
  readonly userId: string;
  readonly taskId: string;
  text: string;
  /** Length of `text` that has been broadcast. */
  sent: number;
  changed: boolean;
  /** Tick of its last copy. */
  savedAt: number;
}

export type LiveTexts = ReturnType<typeof createLiveTexts>;

/**
 * Streamed answers of all runs. One timer and a few statements a second serve the whole process: five hundred
 * runs must not mean five hundred timers and commits.
 */
export function createLiveTexts(deps: {
  broadcaster: Broadcaster;
  store: Pick<RunStore, 'savePartialTexts'>;
  log: Log;
}) {
  const texts = new Set<OpenText>();
  let timer: NodeJS.Timeout | null = null;
  let ticks = 0;
  let saving = false;

  function broadcast(live: OpenText): void {
    const { userId, taskId, runId, attempt, text, sent } = live;
    const payload: RunTextPayload = {
      run_id: runId,
      task_id: taskId,
      attempt,
      offset: sent,
      text: text.slice(sent),
    };
    live.sent = text.length;
    deps.broadcaster.send({ topic: `user:${userId}`, event: 'run_text', payload, private: true });
  }

  async function save(): Promise<void> {
    if (saving) return;
    const due = [...texts].filter(({ changed, savedAt }) => changed && ticks - savedAt >= SAVE_EVERY);
    if (due.length === 0) return;
    saving = true;
    await saveSome(due.toSorted((a, b) => a.savedAt - b.savedAt).slice(0, SAVE_AT_ONCE));
    saving = false;
  }

  async function saveSome(some: readonly OpenText[]): Promise<void> {
    for (const live of some) {
      live.changed = false;
      live.savedAt = ticks;
    }
    try {
      await deps.store.savePartialTexts(some);
    } catch (error) {
      // Only a copy for late joiners: the next one includes this text.
      for (const live of some) live.changed = true;
      deps.log.warn("couldn't save unfinished answers", { error });
    }
  }

  function flush(live: OpenText): void {
    if (live.sent < live.text.length) broadcast(live);
  }

  function tick(): void {
    for (const live of texts) flush(live);
    ticks += 1;
    void save();
  }

  return {
    open(run: HeldRun & { userId: string; taskId: string }): LiveText {
      const live: OpenText = { ...run, text: '', sent: 0, changed: false, savedAt: ticks };
      texts.add(live);
      timer ??= setInterval(tick, BROADCAST_EVERY);
      return {
        push(delta) {
          // NUL can't be stored, and offsets must match the stored text.
          live.text += delta.replaceAll('\0', '');
          live.changed = true;
          // The first words are sent at once, because the user is waiting for them.
          if (live.sent === 0 && live.text !== '') broadcast(live);
        },
        restart() {
          live.text = '';
          live.sent = 0;
          live.changed = true;
        },
        preview(jpeg) {
          const { userId, taskId, runId, attempt } = live;
          const payload: RunPreviewPayload = {
            run_id: runId,
            task_id: taskId,
            attempt,
            picture: `data:image/jpeg;base64,${jpeg.toString('base64')}`,
          };
          deps.broadcaster.send({ topic: `user:${userId}`, event: 'run_preview', payload, private: true });
        },
        flush: () => flush(live),
        close() {
          texts.delete(live);
          if (texts.size > 0 || timer === null) return;
          clearInterval(timer);
          timer = null;
        },
      };
    },
  };
}
