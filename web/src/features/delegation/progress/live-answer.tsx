import { useLayoutEffect, useRef } from 'react';
import { t } from '#web/texts/later.ts';
import { ScrollBox } from '#web/ui/controls/scroll-box.tsx';
import { Answer } from '../answer/answer.tsx';
import { closeMarks } from './close-marks.ts';

/** Follow the text only if scrolled to within this distance of its end. */
const NEAR_PX = 48;

/**
 * An answer while it is streamed, not announced word by word. Scrolls with the text unless the reader scrolled
 * up.
 */
export function LiveAnswer({ text, language }: { text: string; language: string }) {
  const box = useRef<HTMLElement>(null);
  const follows = useRef(true);
  useLayoutEffect(() => {
    const element = box.current;
    if (element && follows.current) element.scrollTop = element.scrollHeight;
  });
  return (
    <ScrollBox
      ref={box}
      label={t('delegation.so_far')}
      aria-busy="true"
      className="mt-2 max-h-80 overflow-y-auto pe-2"
      onScroll={({ currentTarget: { scrollTop, scrollHeight, clientHeight } }) => {
        follows.current = scrollHeight - clientHeight - scrollTop < NEAR_PX;
      }}
    >
      <Answer markdown={closeMarks(text)} language={language} size="s" />
    </ScrollBox>
  );
}
