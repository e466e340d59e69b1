import { ATTACHMENT_BUCKET, kindByName } from '#domain/attachments.ts';
import { fileStorage } from '#web/lib/clients/file-storage.ts';
import { newId } from '#web/lib/new-id.ts';
import { supabase } from '#web/lib/server/supabase.ts';
import { useSession } from '#web/lib/session/session.ts';

export interface Uploading {
  /** Path in the attachments bucket. */
  readonly path: string;
  /** Resolves when uploaded. Rejects with UploadError. */
  readonly done: Promise<void>;
  abort(): void;
}

/** The server rejected a file. `tooLarge`: for its size. */
export class UploadError extends Error {
  override readonly name = 'UploadError';
  readonly tooLarge: boolean;

  constructor(message: string, tooLarge = false) {
    super(message);
    this.tooLarge = tooLarge;
  }
}

/**
 * Uploads a file under a generated name, with its original name as metadata. Uses XMLHttpRequest because
 * `fetch`, and so the official client, reports no upload progress.
 */
export function uploadFile(file: File, onProgress: (sent: number) => void): Uploading {
  const { user } = useSession.getState();
  if (user === null) throw new Error('nobody is signed in');
  const path = `${user.id}/${newId()}.${extensionOf(file.name)}`;
  const request = new XMLHttpRequest();
  return { path, done: send(request, { path, file, onProgress }), abort: () => request.abort() };
}

/** Removes files from the bucket. Any that fail are removed by the server within a day. */
export async function removeUploads(paths: readonly string[]): Promise<void> {
  if (paths.length === 0) return;
  const storage = await fileStorage();
  const { error } = await storage.from(ATTACHMENT_BUCKET).remove([...paths]);
  if (error) throw error;
}

interface Parcel {
  readonly path: string;
  readonly file: File;
  readonly onProgress: (sent: number) => void;
}

async function send(request: XMLHttpRequest, { path, file, onProgress }: Parcel): Promise<void> {
  const { auth } = await supabase();
  const { data } = await auth.getSession();
  await new Promise<void>((resolve, reject) => {
    request.upload.addEventListener('progress', ({ loaded }) => onProgress(Math.min(loaded, file.size)));
    request.addEventListener('load', () => {
      if (request.status === 200) resolve();
      else reject(new UploadError(`the upload was answered with ${request.status}`, isTooLarge(request)));
    });
    request.addEventListener('error', () => reject(new UploadError('the upload broke off')));
    request.addEventListener('abort', () => reject(new UploadError('the upload was given up')));
    request.open('POST', `/storage/v1/object/${ATTACHMENT_BUCKET}/${path}`);
    request.setRequestHeader('authorization', `Bearer ${data.session?.access_token ?? ''}`);
    request.setRequestHeader('content-type', file.type || 'application/octet-stream');
    request.setRequestHeader('x-metadata', toBase64(JSON.stringify({ name: file.name })));
    request.send(file);
  });
}

/** Almost every error of this API has status 400; the real status is in the body. */
function isTooLarge({ status, responseText }: XMLHttpRequest): boolean {
  return status === 413 || responseText.includes('"statusCode":"413"');
}

/** `btoa` only accepts Latin-1. */
function toBase64(text: string): string {
  return btoa(String.fromCharCode(...new TextEncoder().encode(text)));
}

function extensionOf(name: string): string {
  const kind = kindByName(name);
  return kind === null ? 'bin' : (name.split('.').at(-1)?.toLowerCase() ?? 'bin');
}
