import type { RunPreviewPayload, RunTextPayload } from '#domain/run/run-broadcasts.ts';
import type { Log } from '#server/lib/log.ts';
import type { Broadcaster } from '#server/platform/realtime/broadcast/broadcaster.ts';
import type { HeldRun, RunStore } from './run-store.ts';

/** Milliseconds between two broadcasts of one run: ten a second look like writing, more only cost. */
const BROADCAST_EVERY = 100;
/** Ticks between two copies of a text to the database, for those who come in the middle: about a second. */
const SAVE_EVERY = 10;
/**
 * Texts that are copied at a tick, the oldest copy first: fifty a second, so that with two hundred runs a copy is four
 * seconds old. The embedded database answers nobody meanwhile: two hundred a second made each run begin and end 0.2 s
 * later.
 */
const SAVE_AT_ONCE = 5;

export interface LiveText {
  push(delta: string): void;
  /** All text so far is void. */
  restart(): void;
  /** Shows a picture on the way, a JPEG, to whoever is there. */
  preview(jpeg: Buffer): void;
  /** Sends what waits for the next tick: the last words of an answer have none after them. */
  flush(): void;
  close(): void;
}

interface OpenText extends HeldRun {
  readonly userId: string;
  readonly taskId: string;
  text: string;
  /** How much of `text` has been broadcast. */
  sent: number;
  changed: boolean;
  /** The tick of its last copy. */
  savedAt: number;
}

export type LiveTexts = ReturnType<typeof createLiveTexts>;

/**
 * The answers that are being written. One timer and a few statements a second serve all runs of the process: five
 * hundred of them must not mean five hundred timers and five hundred commits.
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
      // Only a copy for late comers: the next one holds this text too.
      for (const live of some) live.changed = true;
      deps.log.warn('unfinished answers were not saved', { error });
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
          // NUL cannot be stored, and positions must agree with what is.
          live.text += delta.replaceAll('\0', '');
          live.changed = true;
          // The first words go out at once: they are what somebody is waiting for.
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
