import { useEffect, useRef } from 'react';
import type { AttachmentRule } from '#domain/attachments.ts';
import { logProblem } from '#web/lib/log.ts';
import { newId } from '#web/lib/new-id.ts';
import { useSession } from '#web/lib/session/session.ts';
import { roomFor, withAdded } from './attachment-list.ts';
import type { AttachedFile } from './delegation-choices.ts';
import { removeUploads, type Uploading, uploadFile } from './upload-file.ts';

export interface Attachments {
  readonly files: readonly AttachedFile[];
  /** Starts uploading right away, so submitting need not wait. */
  add(files: readonly File[], rule: AttachmentRule): void;
  /** Adds a file that the task already has. */
  addKept(
    file: { readonly name: string; readonly size: number; readonly path: string },
    rule: AttachmentRule,
  ): void;
  remove(id: string): void;
  retry(id: string): void;
  /** Resolves when no upload is pending: true if all succeeded. */
  settled(): Promise<boolean>;
  /** Marks files as submitted: closing the form keeps them, because a run may already use them. */
  handOver(paths: readonly string[]): void;
  /** Undoes handOver() after the request was refused. */
  takeBack(): void;
}

export type ChangeFiles = (change: (now: readonly AttachedFile[]) => readonly AttachedFile[]) => void;

interface Upload {
  /** Undefined if it was uploaded before a page load. */
  readonly file?: File;
  readonly uploading: Uploading;
}

/**
 * Manages uploads of the form's files, whose list is kept by the caller. Closing the form removes unused
 * uploads; if it closes because the session expired, they stay for when the user signs in again.
 */
export function useAttachments(files: readonly AttachedFile[], changeFiles: ChangeFiles): Attachments {
  const uploads = useRef(new Map<string, Upload>());

  const handedOver = useRef<readonly string[]>([]);

  useEffect(() => {
    const open = uploads.current;
    changeFiles((found) => restoreFinished(open, found));
    return () => {
      if (useSession.getState().user === null) return abortPending(open);
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

  /** Files that are replaced are removed, with what was uploaded of them. */
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
      const taken = roomFor(rule, chosen) === 1 ? chosen.slice(-1) : chosen;
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
      // Also for a form that is restored after a reload.
      changeFiles((now) => now.map((file) => ({ ...file, isKept: true })));
    },
    takeBack: () => {
      handedOver.current = [];
      changeFiles((now) => now.map((file) => ({ ...file, isKept: !uploads.current.has(file.id) })));
    },
  };
}

/** Restores uploads that finished before a sign-in; unfinished ones were lost with their page. */
function restoreFinished(
  uploads: Map<string, Upload>,
  found: readonly AttachedFile[],
): readonly AttachedFile[] {
  const arrived = found.filter(({ state }) => state === 'ready');
  for (const { id, path, isKept } of arrived) {
    if (path === null || isKept) continue;
    uploads.set(id, { uploading: { path, done: Promise.resolve(), abort: () => undefined } });
  }
  return arrived;
}

/** Aborts pending uploads and keeps finished ones. */
function abortPending(uploads: Map<string, Upload>): void {
  const all = [...uploads.values()];
  uploads.clear();
  for (const { uploading } of all) uploading.abort();
}

/** Aborts uploads and removes the files. */
function discard(uploads: Map<string, Upload>, ids: readonly string[]): void {
  const paths = ids.flatMap((id) => {
    const known = uploads.get(id);
    uploads.delete(id);
    known?.uploading.abort();
    return known ? [known.uploading.path] : [];
  });
  removeUploads(paths).catch((error: unknown) => logProblem('uploads were not removed', error));
}
