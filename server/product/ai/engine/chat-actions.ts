import type { TextImage } from '#server/providers/text-model/text-model.ts';
import type { ChatAction } from './action.ts';

interface Words {
  /** System message. */
  readonly rules: string;
  /** User message. */
  readonly ask: string;
  readonly maxTokens: number;
}

interface Asked extends Words {
  readonly id: string;
  readonly shape: NonNullable<ChatAction['shape']>;
}

/** For plans and notes. Not 0: thinking models then loop (Qwen 3's model card: never decode greedily). */
const LOW_TEMPERATURE = 0.3;

/** A plan; the run fails without it. */
export const plannerAction = ({ id, shape, ...words }: Asked): ChatAction => ({
  ...common(words),
  id,
  need: 'must',
  gathers: false,
  role: 'planner',
  temperature: LOW_TEMPERATURE,
  shape,
});

/** Reads one page or chunk. The run continues without its result. */
export const readerAction = ({ id, shape, ...words }: Asked): ChatAction => ({
  ...common(words),
  id,
  need: 'may',
  gathers: true,
  role: 'reader',
  temperature: LOW_TEMPERATURE,
  shape,
});

interface Viewed extends Asked {
  readonly need: ChatAction['need'];
  readonly images: readonly TextImage[];
}

/** Copies what stands on a picture. At no temperature: there is nothing to choose. */
export const viewerAction = ({ id, need, images, shape, rules, ask, maxTokens }: Viewed): ChatAction => ({
  kind: 'chat',
  id,
  need,
  gathers: true,
  role: 'viewer',
  messages: [
    { role: 'system', content: rules },
    { role: 'user', content: ask, images },
  ],
  maxTokens,
  temperature: 0,
  shape,
});

/** Compares sentences with the quotes that they cite. The run continues without its verdicts. */
export const checkerAction = ({ id, shape, ...words }: Asked): ChatAction => ({
  ...common(words),
  id,
  need: 'spare',
  gathers: false,
  role: 'checker',
  temperature: LOW_TEMPERATURE,
  shape,
});

/** Writes the text for the person. */
export const writerAction = ({
  temperature,
  ...words
}: Words & Pick<ChatAction, 'temperature'>): ChatAction => ({
  ...common(words),
  id: 'write',
  need: 'must',
  gathers: false,
  role: 'writer',
  temperature,
  shape: null,
});

/** A second attempt, given the problems of `text`. The run continues without it. */
export const againAction = (
  first: ChatAction,
  { id, text, wish }: Record<'id' | 'text' | 'wish', string>,
): ChatAction => ({
  ...first,
  id,
  need: 'may',
  messages: [...first.messages, { role: 'assistant', content: text }, { role: 'user', content: wish }],
});

const common = ({ rules, ask, maxTokens }: Words) =>
  ({
    kind: 'chat',
    messages: [
      { role: 'system', content: rules },
      { role: 'user', content: ask },
    ],
    maxTokens,
  }) as const;
