import { DEMO_LABEL } from '#domain/demo/demo-label.ts';
import type { Response } from '#domain/rows/response-row.ts';
import { ConnectModel } from '#web/lib/models/connect-model.tsx';
import { ShowExample } from '#web/lib/models/show-example.tsx';
import { wordNotices } from '../evidence/word-notices.ts';

/** Warnings above an answer, on canary. */
export function AnswerNotices({
  answer: { notices, is_demo },
}: {
  answer: Pick<Response, 'notices' | 'is_demo'>;
}) {
  const words = new Set(wordNotices(notices));
  if (is_demo) words.add(DEMO_LABEL);
  if (words.size === 0) return null;
  return (
    <ul className="mb-5 grid gap-1 border-b border-slip-line bg-slip px-3.5 py-2.5 text-slip-text type-note">
      {[...words].map((line) => (
        <li key={line}>{line}</li>
      ))}
      {is_demo && (
        <li className="flex flex-wrap gap-x-4 empty:hidden print:hidden [&>.link]:text-inherit">
          <ShowExample />
          <ConnectModel />
        </li>
      )}
    </ul>
  );
}
