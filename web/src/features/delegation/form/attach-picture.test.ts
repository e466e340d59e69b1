import { beforeEach, expect, test, vi } from 'vitest';
import type { RunFile } from '#domain/rows/response-row.ts';
import { fetchFile } from '../download/download-answer.ts';
import { attachPicture } from './attach-picture.ts';
import { removeUploads, uploadFile } from './upload-file.ts';

vi.mock('../download/download-answer.ts', () => ({ fetchFile: vi.fn(async () => new Blob(['picture'])) }));
vi.mock('./upload-file.ts', () => ({ removeUploads: vi.fn(async () => undefined), uploadFile: vi.fn() }));

const MADE: RunFile = {
  bucket: 'made',
  path: 'me/made.webp',
  name: 'made.webp',
  size: 7,
  type: 'image/webp',
};

let leaving: AbortController;
let arrive: () => void;
beforeEach(() => {
  vi.clearAllMocks();
  leaving = new AbortController();
  const done = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  vi.mocked(uploadFile).mockReturnValue({ path: 'me/copy.webp', done, abort: () => undefined });
});

test('uploads a copy of the picture as an attachment', async () => {
  arrive();
  expect(await attachPicture(MADE, leaving.signal)).toBe('me/copy.webp');
  expect(removeUploads).not.toHaveBeenCalled();
});

test('removes the copy if the form is closed during the upload', async () => {
  const attaching = attachPicture(MADE, leaving.signal);
  await vi.waitFor(() => expect(uploadFile).toHaveBeenCalledOnce());
  leaving.abort();
  arrive();
  await expect(attaching).rejects.toBe(leaving.signal.reason);
  expect(removeUploads).toHaveBeenCalledExactlyOnceWith(['me/copy.webp']);
});

test('uploads nothing if the form is closed during the download', async () => {
  vi.mocked(fetchFile).mockImplementationOnce(async () => {
    leaving.abort();
    return new Blob(['picture']);
  });
  await expect(attachPicture(MADE, leaving.signal)).rejects.toBe(leaving.signal.reason);
  expect(uploadFile).not.toHaveBeenCalled();
});
