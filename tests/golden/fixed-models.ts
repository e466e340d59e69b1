import { textOf } from '#simulators/ai/chat-request.ts';
import { formOf } from '#simulators/ai/scripts/form-of.ts';
import { doubtsIn, verdictsOn } from '#simulators/ai/scripts/read-statements.ts';
import type { ChatCall, Script } from '#simulators/ai/scripts/script.ts';
import { asksForLeads } from '#simulators/ai/scripts/team.ts';
import type { FixedModel, GoldenTask, Note } from './golden-task.ts';

/** The id of the model that answers the task at this place. */
export const modelOf = (tasks: readonly GoldenTask[], task: GoldenTask): string =>
  `sim/golden-${tasks.indexOf(task)}`;

/** Models that answer what the tasks have written down for them, in whatever role they are asked. */
export function fixedModels(tasks: readonly GoldenTask[]): readonly Script[] {
  return [
    {
      model: 'golden-(\\d+)',
      does: 'answers what a task of the golden set has written down',
      run(call, at) {
        const model = tasks[Number(at)]?.model;
        if (!model) throw new Error(`the task ${at} has no fixed answers`);
        return answer(call, model);
      },
    },
  ];
}

async function answer(call: ChatCall, model: FixedModel): Promise<void> {
  const { reply, request } = call;
  const shown = request.messages.map(textOf).join('\n');
  const form = formOf(request);
  if (form === 'verdicts') {
    await reply.words(
      JSON.stringify(verdictsOn(shown, ({ text }) => (isTrue(text, model) ? 'supported' : 'contradicted'))),
    );
    return reply.end();
  }
  if (form === 'corrections') {
    // It insists.
    const sentences = doubtsIn(shown).map(({ id, text, cites }) => ({
      id,
      text: `${text} [${cites.join(', ')}]`,
    }));
    await reply.words(JSON.stringify({ sentences }));
    return reply.end();
  }
  if (form !== undefined) {
    await reply.words(JSON.stringify(inForm(form, shown, model)));
    return reply.end();
  }
  const earlier = request.messages.filter(({ role }) => role === 'assistant').length;
  const draft = model.drafts[Math.min(earlier, model.drafts.length - 1)];
  if (!draft) throw new Error('the task has no draft');
  if (draft.thinks !== undefined)
    await reply.choice({ delta: { reasoning: draft.thinks }, finish_reason: null });
  const text = draft.says.map((sentence) => sentence.text).join(' ');
  await reply.words(cite(text.replace(/ *\n */g, '\n'), shown, model.notes ?? []));
  await reply.end(draft.isCut ? 'length' : 'stop');
}

/** Whether a statement is true, as whoever wrote the task knows: what it doesn't know is. */
function isTrue(text: string, { drafts, notes = [] }: FixedModel): boolean {
  const sentences = drafts
    .flatMap(({ says }) => says)
    .map((sentence) => ({
      words: sentence.shown ?? sentence.text,
      isFalse: sentence.lie ?? sentence.unseen,
    }));
  const said = notes.flatMap(({ text: own, again, lie }) =>
    [own, again ?? own].map((words) => ({ words, isFalse: lie })),
  );
  return ![...sentences, ...said].some(({ words, isFalse }) => isFalse !== undefined && says(words, text));
}

/** Whether a statement is this sentence, with the values of its cells filled in. */
function says(words: string, text: string): boolean {
  const parts = bare(words.replace(/\s*\[@[\w-]+\]/g, '')).split(/\{\{[^{}]*\}\}/);
  const pattern = parts.map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('.*');
  return new RegExp(`^${pattern}$`).test(bare(text));
}

const bare = (words: string): string =>
  words
    .replace(/^\s*(?:#{1,6}|[-*+]|\d{1,3}[.)])\s+/, '')
    .replace(/[*_`|]/g, '')
    .replace(/\s+/g, ' ')
    .trim();

function inForm(
  form: string,
  shown: string,
  { plan, notes = [], rows = [], lines = [] }: FixedModel,
): unknown {
  const said = (some: readonly Note[]) =>
    some.map(({ text, quote, answers = [] }) => ({ text, quote, answers }));
  switch (form) {
    case 'claims':
      // A reader is told whose page it reads.
      return {
        ...(asksForLeads(shown) && { leads: [] }),
        claims: said(notes.filter(({ on }) => shown.includes(` of ${on}`))),
      };
    case 'pdf_claims':
      return { claims: notes.map(({ text, quote }) => ({ text, quote })) };
    case 'rewording':
      return { claims: sayAgain(shown, notes) };
    case 'page_lines':
      return { lines };
    case 'picture_tables':
      return { tables: [{ rows }] };
    case 'more_queries':
      return { queries: [] };
    default:
      return plan;
  }
}

/** The claims that are shown, in the language that their notes have beside their own. */
function sayAgain(shown: string, notes: readonly Note[]): { id: string; text: string }[] {
  return [...shown.matchAll(/^\[(c\d+)\] (.*)$/gm)].flatMap(([, id = '', said]) => {
    const { again } = notes.find(({ text }) => text === said) ?? {};
    return again === undefined ? [] : [{ id, text: again }];
  });
}

/** `[@rent]` by the id under which the writer is shown that claim; where it is not shown, by one that nothing has. */
function cite(text: string, shown: string, notes: readonly Note[]): string {
  const claims = [...shown.matchAll(/^\[(c\d+)\] (.*) \([^()]*\)$/gm)];
  return text.replace(/\[@([\w-]+)\]/g, (_whole, name: string) => {
    const note = notes.find((each) => each.name === name);
    const claim = claims.find(([, , said]) => said === (note?.again ?? note?.text));
    return `[${claim?.[1] ?? 'c99'}]`;
  });
}
