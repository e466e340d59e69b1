import type { ClipboardEvent, KeyboardEvent, ReactNode, RefObject } from 'react';
import { t } from '#web/texts/app.ts';
import { UnderstoodWord } from '#web/ui/paper/understood-word.tsx';
import type { QuickToken } from './read-quick-add.ts';

interface QuickTextProps {
  field: RefObject<HTMLTextAreaElement | null>;
  text: string;
  tokens: readonly QuickToken[];
  placeholder: string;
  maxLength: number;
  onChange: (text: string) => void;
  onKeyDown: (event: KeyboardEvent) => void;
  onPaste: (event: ClipboardEvent) => void;
}

/** Id to scroll to or focus. */
export const QUICK_ADD_ID = 'quick-add';

const SHAPE = 'type-body col-start-1 row-start-1 m-0 p-0 wrap-anywhere whitespace-pre-wrap';

/**
 * A text field that underlines words: the same text is rendered behind it with underlines. That also sizes the
 * field, so that a long task wraps instead of scrolling out of view.
 */
export function QuickText(props: QuickTextProps) {
  const { field, text, tokens, placeholder, maxLength, onChange, onKeyDown, onPaste } = props;
  return (
    <div className="grid min-w-0 grow">
      <div aria-hidden dir="auto" className={SHAPE}>
        {drawn(text, tokens)}
        {/* A trailing line break has no height of its own. */}
        {'\u200b'}
      </div>
      <textarea
        ref={field}
        id={QUICK_ADD_ID}
        dir="auto"
        rows={1}
        value={text}
        maxLength={maxLength}
        aria-label={t('tasks.quick.label')}
        placeholder={placeholder}
        enterKeyHint="done"
        className={`${SHAPE} resize-none overflow-hidden bg-transparent text-transparent caret-ink outline-none`}
        onChange={(event) => onChange(event.target.value.replaceAll('\n', ' '))}
        onKeyDown={onKeyDown}
        onPaste={onPaste}
      />
    </div>
  );
}

function drawn(text: string, tokens: readonly QuickToken[]): ReactNode[] {
  let at = 0;
  const parts = tokens.flatMap(({ start, end, word }) => {
    const before = text.slice(at, start);
    at = end;
    return [before, <UnderstoodWord key={word}>{text.slice(start, end)}</UnderstoodWord>];
  });
  return [...parts, text.slice(at)];
}
