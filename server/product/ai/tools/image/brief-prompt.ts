import type { ChatAction } from '../../engine/action.ts';
import { answerRoom, readingRoom } from '../../models/context-room.ts';
import { BRIEF_EXAMPLES, EDIT_EXAMPLES } from '../../prompts/examples/pictures.ts';
import { describeTask } from '../../prompts/frame-task.ts';
import { materialRule, showExamples } from '../../prompts/show-examples.ts';
import type { ToolInput } from '../../tool.ts';

/** Twice what the rules ask for. */
const BRIEF_TOKENS = 600;

export interface BriefOptions {
  /** A picture is changed, not made. */
  readonly edits: boolean;
  /** Random key of the frames around user input. */
  readonly key: string;
  /** Context of the model in tokens. */
  readonly window: number;
}

/** Asks for the brief of a picture. The model sees the task and its project, but not the picture to change. */
export function briefAction(input: ToolInput, { edits, key, window }: BriefOptions): ChatAction {
  const maxTokens = answerRoom(BRIEF_TOKENS, window);
  const room = readingRoom(window, maxTokens);
  // A new picture is not made from an earlier one.
  const shown = edits ? input : { ...input, previousAnswer: null };
  const rules = `${edits ? EDITING : MAKING}
- Say nothing of size, shape, file format, cropping or a transparent background: others take care of these.
${materialRule(key)}
- Write one paragraph of plain text in the language that the person writes in, and nothing else.

${showExamples(edits ? EDIT_EXAMPLES : BRIEF_EXAMPLES)}`;
  return {
    kind: 'chat',
    id: 'brief',
    need: 'spare',
    gathers: false,
    role: 'planner',
    effort: 'low',
    temperature: 0.7,
    shape: null,
    maxTokens,
    messages: [
      { role: 'system', content: rules },
      { role: 'user', content: describeTask(shown, key, room) },
    ],
  };
}

const MAKING = `Write the brief from which an image model, which sees nothing else, makes the picture that a person wants for a task on their list.

- 40 to 120 words on what the picture shows: the subject, its surroundings, composition, style, light and colours. Decide what the person leaves open.
- Keep everything that the person says about the picture. Words that are to appear in it stand in quotation marks, letter by letter; no others appear.
- Take from the project only what the picture needs: no names, addresses, sums or other tasks that don't belong in it.`;

const EDITING = `Write the instruction by which an image model, which gets a picture and nothing else, changes it as a person wants for a task on their list. You can't see the picture.

- 20 to 80 words: what changes, exactly, and that everything else stays as it is. Describe nothing that the person doesn't mention.
- Keep everything that the person says about the change; what they add last counts most. Words that are to appear in the picture stand in quotation marks, letter by letter.
- Take from the project only what the change needs: no names, addresses, sums or other tasks that don't belong in it.`;
