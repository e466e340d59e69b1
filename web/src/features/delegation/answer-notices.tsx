import * as z from 'zod/mini';
import type { Response } from '#web/lib/rows.ts';
import { toLanguageName } from './word-step.ts';

const inLanguage = z.object({ language: z.string() });

/** What a reader has to know before reading: stands above the answer, on canary. */
export function AnswerNotices({
  answer: { notices, is_demo },
}: {
  answer: Pick<Response, 'notices' | 'is_demo'>;
}) {
  const words = new Set(notices.flatMap((notice) => wordNotice(notice) ?? []));
  if (is_demo) words.add(DEMO);
  if (words.size === 0) return null;
  return (
    <ul className="mb-5 grid gap-1 border-b border-slip-line bg-slip px-3.5 py-2.5 text-slip-text [font:400_.875rem/1.25rem_var(--font-text)]">
      {[...words].map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  );
}

const DEMO = 'Demo result: no AI model is connected. The text below is put together mechanically.';

function wordNotice({ key, params }: Response['notices'][number]): string | undefined {
  switch (key) {
    case 'cut_short':
      return 'The answer ends where the model’s limit was reached. Something may be missing at its end.';
    case 'other_language': {
      const found = inLanguage.safeParse(params).data;
      return (
        found && `Part of it is not in the language you chose: it is in ${toLanguageName(found.language)}.`
      );
    }
    case 'demo':
      return DEMO;
    default:
      return undefined;
  }
}
