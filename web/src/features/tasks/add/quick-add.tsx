import Plus from 'lucide-react/icons/plus';
import { type ClipboardEvent, type KeyboardEvent, useRef } from 'react';
import { TASK_TITLE_MAX } from '#domain/task.ts';
import { useDateReader } from '#web/lib/dates/date-reader.ts';
import { t } from '#web/texts/app.ts';
import { useTaskChange } from '../change/use-task-changes.ts';
import { placeOfNewTask } from '../list/task-view.ts';
import { type ProjectNames, shortName } from './find-project.ts';
import { QuickChips } from './quick-chips.tsx';
import { useQuickLine } from './quick-line.ts';
import { QuickLines } from './quick-lines.tsx';
import { QuickText } from './quick-text.tsx';
import { readQuickAdd } from './read-quick-add.ts';
import { inTypedOrder, toAddition } from './to-addition.ts';

/** List markers at the start of pasted lines: "- ", "* ", "1. ", "2) ", "[ ] ", "☐ ". */
const BULLET = /^(?:(?:[-*+•–—☐☑✓]|\d{1,3}[.)])\s+)?(?:\[[ xX]?\]\s+)?/u;

/** One task per line of a text, without blank lines and bullets. */
export function splitLines(text: string): string[] {
  return text
    .split(/\r\n|[\r\n\u2028\u2029]/)
    .map((line) => line.trim().replace(BULLET, '').trim())
    .filter((line) => line !== '');
}

/** Single-line input with recognised words underlined; each can be reverted below. */
export function QuickAdd({ projectNames }: { projectNames: ProjectNames }) {
  const change = useTaskChange();
  const { text, plain, lines, write, keepAsWord, ask, clear } = useQuickLine();
  const field = useRef<HTMLTextAreaElement>(null);
  const readDates = useDateReader(text !== '' || lines.length > 0);
  const { dates, repeated } = readDates(text);
  const reading = readQuickAdd(text, projectNames, plain, dates);
  const { title, tokens } = reading;

  const onKeyDown = (event: KeyboardEvent) => {
    // Enter confirms an IME composition.
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
    event.preventDefault();
    if (title === '') return;
    // If refused, the text comes back: see refuse().
    change({ kind: 'add', ...toAddition(reading, placeOfNewTask()), typed: text });
    clear();
  };
  const onPaste = (event: ClipboardEvent) => {
    const pasted = splitLines(event.clipboardData.getData('text/plain'));
    if (pasted.length < 2) return;
    event.preventDefault();
    ask(pasted);
  };
  const goOn = () => {
    ask([]);
    field.current?.focus();
  };
  return (
    <div className="group relative rounded-control border border-control bg-raised focus-within:border-transparent focus-within:outline-2 focus-within:-outline-offset-1 focus-within:outline-ink">
      <div className="flex min-h-11 items-start gap-3 px-3 py-2.25">
        <Plus size={18} aria-hidden className="mt-0.75" />
        <QuickText
          field={field}
          text={text}
          tokens={tokens}
          placeholder={exampleOf(projectNames)}
          maxLength={TASK_TITLE_MAX}
          onChange={write}
          onKeyDown={onKeyDown}
          onPaste={onPaste}
        />
        {title !== '' && <kbd className="mt-0.5 shrink-0 max-md:hidden">{t('ui.key.enter')}</kbd>}
      </div>
      <QuickChips
        tokens={tokens}
        projectNames={projectNames}
        onRemove={({ word }) => {
          keepAsWord(word);
          field.current?.focus();
        }}
      />
      {repeated !== null && (
        <output className="type-meta block px-3 pb-2.5 text-text-2 md:ps-10.75">
          {t('tasks.quick.no_repeats', { words: repeated })}
        </output>
      )}
      {text.length >= TASK_TITLE_MAX && (
        <output className="type-meta block px-3 pb-2.5 text-text-2 md:ps-10.75">
          {t('tasks.quick.full', { count: TASK_TITLE_MAX })}
        </output>
      )}
      {lines.length > 0 && (
        <QuickLines
          lines={lines}
          onEach={() => {
            change({
              kind: 'add_many',
              tasks: inTypedOrder(
                lines.map((line) => {
                  const cut = line.slice(0, TASK_TITLE_MAX);
                  const { dates: found } = readDates(cut);
                  const read = readQuickAdd(cut, projectNames, undefined, found);
                  return { ...toAddition(read, placeOfNewTask()), typed: cut };
                }),
              ),
            });
            goOn();
          }}
          onJoin={() => {
            write(`${text} ${lines.join(' ')}`.trimStart().slice(0, TASK_TITLE_MAX));
            goOn();
          }}
          onDrop={goOn}
        />
      )}
    </div>
  );
}

/** Placeholder, with one of the user's projects to show the syntax. */
function exampleOf(projectNames: ProjectNames): string {
  const project = shortName(projectNames);
  return project === undefined
    ? t('tasks.quick.placeholder')
    : t('tasks.quick.placeholder_project', { project });
}
