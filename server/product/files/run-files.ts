import { ATTACHMENT_BUCKET, ATTACHMENT_BYTES_MAX, OUTPUT_BUCKET } from '#domain/attachments.ts';
import type { RunFile } from '#domain/rows/response-row.ts';
import { newToken } from '#server/lib/ids.ts';
import type { FileAccess } from '#server/platform/storage/file-access.ts';
import { type MadeFile, ToolFailure, type ToolFile } from '../ai/tool.ts';
import type { CheckedAttachment } from './check-attachments.ts';

/** Files of a run: those that it reads, and those that it makes. */
export interface RunFiles {
  open(attachments: readonly CheckedAttachment[]): readonly ToolFile[];
  /**
   * Stores all of them or none, each by `persist`, which may repeat it. They belong to nothing until the run's answer is
   * stored.
   */
  keep(userId: string, made: readonly MadeFile[], persist: Persist): Promise<readonly RunFile[]>;
  /** Removes the files of a run whose answer was rejected. */
  drop(kept: readonly RunFile[]): Promise<void>;
}

type Persist = (write: () => Promise<void>) => Promise<void>;

/** 144 bits, so that names can be neither guessed nor duplicated. */
const NAME_BYTES = 18;

export function createRunFiles(files: FileAccess): RunFiles {
  const drop: RunFiles['drop'] = async (kept) => {
    if (kept.length === 0) return;
    await files.remove(
      OUTPUT_BUCKET,
      kept.map(({ path }) => path),
    );
  };

  async function keepOne(userId: string, { bytes, ...file }: MadeFile, persist: Persist): Promise<RunFile> {
    const path = `${userId}/${newToken(NAME_BYTES)}.${file.name.split('.').at(-1) ?? 'bin'}`;
    await persist(() => files.write({ bucket: OUTPUT_BUCKET, path, owner: userId, type: file.type, bytes }));
    return { bucket: OUTPUT_BUCKET, path, size: bytes.length, ...file };
  }

  return {
    open: (attachments) =>
      attachments.map(({ path, etag, ...file }) => ({
        ...file,
        async read() {
          const bytes = await files.read({ bucket: ATTACHMENT_BUCKET, path, etag }, ATTACHMENT_BYTES_MAX);
          // It was fine when the task was delegated.
          if (bytes === null)
            throw new ToolFailure('unusable_file', 'the attachment is gone or was replaced');
          return bytes;
        },
      })),

    async keep(userId, made, persist) {
      const kept: RunFile[] = [];
      try {
        for (const file of made) kept.push(await keepOne(userId, file, persist));
        return kept;
      } catch (error) {
        await drop(kept);
        throw error;
      }
    },

    drop,
  };
}
