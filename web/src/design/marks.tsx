import { TASK_PRIORITIES } from '#domain/task.ts';
import { Badge } from '#web/ui/marks/badge.tsx';
import { CategoryLabel } from '#web/ui/marks/category-label.tsx';
import { CHIP_CLASS } from '#web/ui/marks/chip-class.ts';
import { CreditsBadge } from '#web/ui/marks/credits-badge.tsx';
import { LiveMark } from '#web/ui/marks/live-mark.tsx';
import { PriorityMark } from '#web/ui/marks/priority-mark.tsx';
import { PriorityWord } from '#web/ui/marks/priority-word.tsx';
import { Wordmark } from '#web/ui/marks/wordmark.tsx';
import { WordmarkSign } from '#web/ui/marks/wordmark-sign.tsx';
import { Tally } from '#web/ui/paper/tally.tsx';
import { UnderstoodWord } from '#web/ui/paper/understood-word.tsx';
import { Specimen, States } from './specimen.tsx';

const COLOURS = ['desk', 'page', 'raised', 'well', 'ink-fill', 'ink-wash', 'slip', 'slip-2', 'damage-wash'];
const TYPES = [
  'type-title-1',
  'type-title-2',
  'type-title-3',
  'type-read',
  'type-body',
  'type-ui',
  'type-meta',
];

export function Marks() {
  return (
    <>
      <Specimen name="Colours and type">
        <States>
          {COLOURS.map((name) => (
            <span key={name} className="type-slip grid gap-1 text-text-3">
              <span
                className="size-12 rounded-paper border border-line"
                style={{ background: `var(--${name})` }}
              />
              {name}
            </span>
          ))}
        </States>
        {TYPES.map((name) => (
          <p key={name} className={name}>
            You keep the list. <span className="type-slip text-text-3">{name}</span>
          </p>
        ))}
      </Specimen>
      <Specimen name="Wordmark, WordmarkSign">
        <States>
          <Wordmark name="Errand" />
          <WordmarkSign />
        </States>
      </Specimen>
      <Specimen name="PriorityMark, PriorityWord, CategoryLabel">
        <States>
          {TASK_PRIORITIES.map((priority) => (
            <span key={priority} className="flex items-center gap-2">
              <PriorityMark priority={priority} />
              <PriorityWord priority={priority} />
            </span>
          ))}
          <CategoryLabel category="personal" />
          <CategoryLabel category="work" />
        </States>
      </Specimen>
      <Specimen name="Badge, CHIP_CLASS, UnderstoodWord, LiveMark">
        <States>
          <Badge>Edge</Badge>
          <Badge look="strong">Strong</Badge>
          <Badge look="filled">Filled</Badge>
          <Badge look="slip">AI Assisted</Badge>
          <span className={CHIP_CLASS}>Tomorrow</span>
          <span>
            Call the bank <UnderstoodWord>tomorrow</UnderstoodWord>
          </span>
          <LiveMark />
        </States>
      </Specimen>
      <Specimen name="CreditsBadge, Tally">
        <States>
          <CreditsBadge plan="Free Plan" left={10} limit={15} />
          <CreditsBadge plan="Free Plan" left={0} limit={15} />
          <CreditsBadge plan="Pro Plan" left={1249} limit={2000} />
          <Tally left={3} limit={10} size="l" />
        </States>
      </Specimen>
    </>
  );
}
