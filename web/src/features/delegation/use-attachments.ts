import { useEffect, useRef, useState } from 'react';
import type { AttachmentRule } from '#domain/attachments.ts';
import { logProblem } from '#web/lib/log.ts';
import { newId } from '#web/lib/new-id.ts';
import { type AttachedFile, withAdded } from './attachment-list.ts';
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

/** The files of the form. What was sent and is not needed is removed again when the form is left. */
export function useAttachments(): Attachments {
  const [files, setFiles] = useState<readonly AttachedFile[]>([]);
  const uploads = useRef(new Map<string, { file: File; uploading: Uploading }>());

  const handedOver = useRef<readonly string[]>([]);

  useEffect(() => {
    const open = uploads.current;
    return () => {
      const isOurs = ([, { uploading }]: [string, { uploading: Uploading }]) =>
        !handedOver.current.includes(uploading.path);
      discard(
        open,
        [...open].filter(isOurs).map(([id]) => id),
      );
    };
  }, []);

  const change = (id: string, part: Partial<AttachedFile>) =>
    setFiles((now) => now.map((file) => (file.id === id ? { ...file, ...part } : file)));

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
    setFiles(next);
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
      setFiles((now) => now.filter((file) => file.id !== id));
    },
    retry: (id) => {
      const known = uploads.current.get(id);
      if (!known) return;
      change(id, start(id, known.file));
    },
    settled: async () => {
      const all = [...uploads.current.values()].map(({ uploading }) => uploading.done);
      return (await Promise.allSettled(all)).every(({ status }) => status === 'fulfilled');
    },
    handOver: (paths) => {
      handedOver.current = paths;
    },
    takeBack: () => {
      handedOver.current = [];
    },
  };
}

/** Gives uploads up, and removes what has arrived of them. */
function discard(uploads: Map<string, { uploading: Uploading }>, ids: readonly string[]): void {
  const paths = ids.flatMap((id) => {
    const known = uploads.get(id);
    uploads.delete(id);
    known?.uploading.abort();
    return known ? [known.uploading.path] : [];
  });
  removeUploads(paths).catch((error: unknown) => logProblem('uploads were not removed', error));
}
