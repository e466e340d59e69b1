import { TOOLS } from '#domain/ai-task.ts';
import { ATTACHMENT_BUCKET } from '#domain/attachments.ts';
import type { Response } from '#domain/rows/response-row.ts';
import type { Run } from '#domain/rows/run-row.ts';
import { MadePicture } from './made-picture.tsx';

interface AnswerPicturesProps {
  title: string;
  answer: Response;
  run: Run | undefined;
}

/** Generated pictures, above the text. An edit in the original's shape can be compared with it. */
export function AnswerPictures({ title, answer, run }: AnswerPicturesProps) {
  const { image, attachments } = run?.options ?? {};
  const [source] = attachments ?? [];
  const isEdit = run !== undefined && TOOLS[run.ai_task_type].edits === true;
  const isComparable = isEdit && image?.aspect_ratio === 'original';
  const original = isComparable && source ? { bucket: ATTACHMENT_BUCKET, path: source.path } : undefined;
  return answer.files
    .filter(({ type }) => type.startsWith('image/'))
    .map((file) => (
      <div key={file.path} className="mb-6">
        <MadePicture file={file} title={title} original={original} />
      </div>
    ));
}
