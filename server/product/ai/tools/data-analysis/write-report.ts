import { WORDS } from '#domain/contract/contract-of.ts';
import type { ChatAction } from '../../engine/action.ts';
import { againAction, writerAction } from '../../engine/chat-actions.ts';
import { languageInstruction, languageSentence } from '../../language/language-instruction.ts';
import { answerRoom, writingRoom } from '../../models/context-room.ts';
import { estimateTokens } from '../../models/estimate-tokens.ts';
import { ANALYSIS_EXAMPLES } from '../../prompts/examples/analysis.ts';
import { describeForWriter, frame, joinParts } from '../../prompts/frame-task.ts';
import { materialRule, showExamples } from '../../prompts/show-examples.ts';
import { describeResults } from './describe-tables.ts';
import type { AnalysisState } from './state.ts';

/**
 * Maximum output: 400 words take some 700 tokens in English, four times as many in other scripts, plus the names of
 * cells.
 */
export const REPORT_TOKENS = 4_000;

/** Asks for the report, from the results alone. It names values instead of writing them. */
export function writeAction(state: AnalysisState): ChatAction {
  const { input, seed, tables, asked } = state;
  const rules = `Write the report that answers a question about tables from the results of queries. Every number in it names the cell that holds it, and a program puts the value there, so that the person can rely on each.

- Begin with the answer as a heading (#) of one short sentence, then what matters most, in two or three sentences. Then what else the results show, with what the reader has to know about the data. At most ${WORDS.analysis.most} words. If the results don't answer the task, say so; say nothing that they don't show.
- {{q2.r1.total}} is the cell of query 2, row 1, column total. Behind a bar stands how it is shown: {{q2.r1.total|unit}} with the unit of its column, {{q2.r1.total|currency:EUR}}, {{q2.r1.share|percent}} for a share from 0 to 1 or a column in %, {{q2.r1.rate|round:1}}, {{q2.r1.year|plain}} without marks for thousands, {{q2.r1.change|abs}} without its sign. {{q2.rows}} is the number of rows of the result, {{table.rows}} of a table.
- Never type a number, in digits or in words (“twice”, “three quarters”), nor a sign, a % or a “million” beside a name: it is marked as not computed. Names of rows are cells too, or copied letter by letter. A sentence names the row that its number comes from.
- {{chart:q2}} in a line of its own puts the chart of query 2 there, {{table:q2}} its result as a table.
- Plain Markdown without links, pictures, HTML, code or tables of your own.
${materialRule(seed.key)}
- Today is ${seed.today}.

${showExamples(ANALYSIS_EXAMPLES)}

${languageInstruction(input.language)}`;
  const facts = (tables ?? []).map(({ name, rows, file, issues, origin }) =>
    [
      `${name}: ${rows} rows of ${file}`,
      origin === 'image' ? 'read from a picture by a model' : '',
      ...issues.map((each) => JSON.stringify(each)),
    ]
      .filter(Boolean)
      .join('; '),
  );
  const maxTokens = answerRoom(REPORT_TOKENS, seed.windows.writer);
  const room = writingRoom(seed.windows.writer, maxTokens);
  const about = joinParts([
    'The task:',
    describeForWriter(input, seed.key, room / 4),
    'The tables:',
    frame('tables', seed.key, facts),
  ]);
  const ask = joinParts([
    about,
    'The results:',
    describeResults(asked, seed.key, room - estimateTokens(about)),
    languageSentence(input.language),
  ]);
  return writerAction({ rules, ask, maxTokens, temperature: 0.7 });
}

export const MEND_CELLS = 'cells';

/** Asks again with the errors: cells that don't exist, and typed numbers. */
export function mendCellsAction(write: ChatAction, text: string, problems: readonly string[]): ChatAction {
  const wish = `Some numbers of this report are no cells of the results:\n\n${problems.map((each) => `- ${each}`).join('\n')}\n\nWrite the same report again, complete. Name an existing cell for each of them, or leave the statement out.`;
  return againAction(write, { id: MEND_CELLS, text, wish });
}
