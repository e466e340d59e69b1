import { useEffect, useRef } from 'react';
import type { AttachmentRule } from '#domain/attachments.ts';
import { logProblem } from '#web/lib/log.ts';
import { newId } from '#web/lib/new-id.ts';
import { useSession } from '#web/lib/session/session.ts';
import { withAdded } from './attachment-list.ts';
import type { AttachedFile } from './delegation-choices.ts';
import { removeUploads, type Uploading, uploadFile } from './upload-file.ts';

export interface Attachments {
  readonly files: readonly AttachedFile[];
  /** Begins to send them at once, so that handing over need not wait for it. */
  add(files: readonly File[], rule: AttachmentRule): void;
  /** One that the task has from before. */
  addKept(
    file: { readonly name: string; readonly size: number; readonly path: string },
    rule: AttachmentRule,
  ): void;
  remove(id: string): void;
  retry(id: string): void;
  /** Resolves when nothing is on its way any more: whether all of it has arrived. */
  settled(): Promise<boolean>;
  /** They are being handed over: leaving the form does not remove them, because a run may have them already. */
  handOver(paths: readonly string[]): void;
  /** They were not accepted. */
  takeBack(): void;
}

export type ChangeFiles = (change: (now: readonly AttachedFile[]) => readonly AttachedFile[]) => void;

interface Upload {
  /** Unset where an earlier page has sent it. */
  readonly file?: File;
  readonly uploading: Uploading;
}

/**
 * The files of the form, which are kept outside of it. What was sent and is not needed is removed again when the form
 * is left; where it goes because the session has ended, what has arrived is there when its sender comes back.
 */
export function useAttachments(files: readonly AttachedFile[], changeFiles: ChangeFiles): Attachments {
  const uploads = useRef(new Map<string, Upload>());

  const handedOver = useRef<readonly string[]>([]);

  useEffect(() => {
    const open = uploads.current;
    changeFiles((found) => takeUp(open, found));
    return () => {
      if (useSession.getState().user === null) return giveUp(open);
      const isOurs = ([, { uploading }]: [string, Upload]) => !handedOver.current.includes(uploading.path);
      discard(
        open,
        [...open].filter(isOurs).map(([id]) => id),
      );
      changeFiles(() => []);
    };
  }, [changeFiles]);

  const change = (id: string, part: Partial<AttachedFile>) =>
    changeFiles((now) => now.map((file) => (file.id === id ? { ...file, ...part } : file)));

  const start = (id: string, file: File): AttachedFile => {
    const uploading = uploadFile(file, (sent) => change(id, { sent }));
    uploads.current.set(id, { file, uploading });
    uploading.done.then(
      () => change(id, { state: 'ready', sent: file.size }),
      (error: unknown) => {
        if (!uploads.current.has(id)) return;
        logProblem('a file was not uploaded', error);
        change(id, { state: 'failed' });
      },
    );
    const { name, size } = file;
    return { id, name, size, state: 'uploading', sent: 0, path: uploading.path, isKept: false };
  };

  /** What has to make room is given up, with what was sent of it. */
  const put = (added: readonly AttachedFile[], rule: AttachmentRule) => {
    const next = withAdded(files, added, rule);
    const gone = files.filter((file) => !next.includes(file));
    discard(
      uploads.current,
      gone.map(({ id }) => id),
    );
    changeFiles(() => next);
  };

  return {
    files,
    add: (chosen, rule) => {
      const taken = rule.atMost === 1 ? chosen.slice(-1) : chosen;
      put(
        taken.map((file) => start(newId(), file)),
        rule,
      );
    },
    addKept: ({ name, size, path }, rule) =>
      put([{ id: newId(), name, size, path, state: 'ready', sent: size, isKept: true }], rule),
    remove: (id) => {
      discard(uploads.current, [id]);
      changeFiles((now) => now.filter((file) => file.id !== id));
    },
    retry: (id) => {
      const known = uploads.current.get(id);
      if (!known?.file) return;
      change(id, start(id, known.file));
    },
    settled: async () => {
      const all = [...uploads.current.values()].map(({ uploading }) => uploading.done);
      return (await Promise.allSettled(all)).every(({ status }) => status === 'fulfilled');
    },
    handOver: (paths) => {
      handedOver.current = paths;
      // Also for a page that finds the form again.
      changeFiles((now) => now.map((file) => ({ ...file, isKept: true })));
    },
    takeBack: () => {
      handedOver.current = [];
      changeFiles((now) => now.map((file) => ({ ...file, isKept: !uploads.current.has(file.id) })));
    },
  };
}

/** What arrived before a sign-in in between is the form's again; what did not is lost with its page. */
function takeUp(uploads: Map<string, Upload>, found: readonly AttachedFile[]): readonly AttachedFile[] {
  const arrived = found.filter(({ state }) => state === 'ready');
  for (const { id, path, isKept } of arrived) {
    if (path === null || isKept) continue;
    uploads.set(id, { uploading: { path, done: Promise.resolve(), abort: () => undefined } });
  }
  return arrived;
}

/** Ends what is on its way, and leaves what has arrived. */
function giveUp(uploads: Map<string, Upload>): void {
  const all = [...uploads.values()];
  uploads.clear();
  for (const { uploading } of all) uploading.abort();
}

/** Gives uploads up, and removes what has arrived of them. */
function discard(uploads: Map<string, Upload>, ids: readonly string[]): void {
  const paths = ids.flatMap((id) => {
    const known = uploads.get(id);
    uploads.delete(id);
    known?.uploading.abort();
    return known ? [known.uploading.path] : [];
  });
  removeUploads(paths).catch((error: unknown) => logProblem('uploads were not removed', error));
}
