import {
  type CallHonour,
  type CallWish,
  type CheckedSubject,
  type ListReport,
  type ModelReport,
  type ToolReport,
  type Trial,
} from '#domain/model-report.ts';
import type { Log } from '#server/lib/log.ts';
import { timeoutSignal } from '#server/lib/timeout-signal.ts';
import type { Config } from '../../config.ts';
import { openExamination } from '../../open/examination.ts';
import { wrap } from '../wrap.ts';
import type { Finding } from './doctor.ts';

/** Milliseconds. A self-hosted server can take minutes to load a model. */
const LIMIT_MS = 15 * 60_000;

/** Tries out what the connected models support, with the operator's key. */
export async function checkModelEndpoints(
  config: Config,
  { makesPicture, log }: { readonly makesPicture: boolean; readonly log: Log },
): Promise<Finding[]> {
  const examine = openExamination(config, log);
  if (examine === null)
    return [{ state: 'note', part: 'AI check', found: 'no model is connected, so there is nothing to try' }];
  return toFindings(await examine({ makesPicture, signal: timeoutSignal(LIMIT_MS) }));
}

export function toFindings(report: ModelReport): Finding[] {
  return [
    checkList(report.host, report.list),
    ...report.subjects.flatMap(checkSubject),
    ...report.tools.map((tool, at) => checkTool(tool, printedBefore(report, at))),
    { state: 'ok', part: 'AI check', found: costOf(report.cost) },
  ];
}

/** What has already been printed above a tool's line. */
const printedBefore = ({ subjects, tools, list }: ModelReport, at: number): readonly (string | null)[] =>
  [list, ...subjects.flatMap(({ trials }) => trials), ...tools.slice(0, at)].map(({ advice }) => advice);

function costOf(cost: number | null): string {
  if (cost === null) return 'cost unknown';
  return cost === 0 ? 'cost nothing' : `cost ${usd(cost)}, as far as is known`;
}

function checkList(host: string, list: ListReport): Finding {
  const count = list.count === null ? '' : `${list.count} at ${host}`;
  return {
    state: list.state,
    part: 'AI models',
    found: lines(list.note ? `${list.note} (${host})` : count, list.advice),
    details: list,
  };
}

function checkSubject({ trials, ...subject }: CheckedSubject): Finding[] {
  const { kind, name, setting, state, note, advice, window } = subject;
  const told = [
    setting,
    ...(window === null ? [] : [`a context of ${window.toLocaleString('en')} tokens`]),
    ...(note === null ? [] : [note]),
  ];
  return [
    { state, part: `${KINDS[kind]} ${name}`, found: lines(told.join(', '), advice), details: subject },
    ...trials.map(checkTrial),
  ];
}

const KINDS: Readonly<Record<CheckedSubject['kind'], string>> = {
  text: 'AI model',
  search: 'search by',
  pictures: 'picture model',
};

const ROLES: Readonly<Record<Trial['role'], string>> = {
  answer: 'answers',
  reasoning: 'reasons',
  form: 'plans, reads',
  vision: 'looks at pictures',
  search: 'searches',
  picture: 'makes pictures',
};

const WISHES: Readonly<Record<CallWish, string>> = {
  temperature: 'temperature',
  effort: 'effort of thinking',
  schema: 'JSON schema',
};

const HONOURS: Readonly<Record<CallHonour, string>> = {
  schema: 'JSON schema',
  thinking: 'thinking',
  vision: 'picture',
  search: 'search',
};

function checkTrial(trial: Trial): Finding {
  const { role, state, note, advice, ms, cost, sent, dropped, honoured } = trial;
  const done = [
    ...(ms === null ? [] : [`${(ms / 1000).toFixed(1)} s`]),
    ...(cost === null ? [] : [usd(cost)]),
    ...(note === null ? [] : [note]),
  ];
  const fields = [
    ...(sent.length > 0 ? [`sent: ${sent.join(', ')}`] : []),
    ...(dropped.length > 0 ? [`left out: ${dropped.map((wish) => WISHES[wish]).join(', ')}`] : []),
    ...(honoured.length > 0 ? [`heeded: ${honoured.map((honour) => HONOURS[honour]).join(', ')}`] : []),
  ];
  return {
    state,
    part: `  ${ROLES[role]}`,
    found: [...lines(done.join(', '), null), ...fields.flatMap((field) => wrap(field)), ...lines('', advice)],
    details: trial,
  };
}

const SAID: Readonly<Record<ToolReport['state'], string>> = {
  ok: 'works',
  note: 'not set up',
  wrong: 'cannot work',
};

function checkTool(report: ToolReport, told: readonly (string | null)[]): Finding {
  const isTold = report.advice !== null && told.includes(report.advice);
  const part = report.tool === 'vision' ? 'pictures in tasks' : `tool ${report.tool}`;
  return {
    state: report.state,
    part,
    found: isTold ? `${SAID[report.state]}: see above` : lines(SAID[report.state], report.advice),
    details: report,
  };
}

/** A finding, followed by advice. */
const lines = (found: string, advice: string | null): string[] => [
  ...(found === '' ? [] : wrap(found)),
  ...(advice === null ? [] : wrap(`→ ${advice}`)),
];

/** Calls cost fractions of a cent. */
const usd = (amount: number): string =>
  amount === 0 ? 'free' : `${amount < 0.0001 ? '< 0.0001' : amount.toFixed(4)} USD`;
