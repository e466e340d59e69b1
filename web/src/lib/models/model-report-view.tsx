import { useId } from 'react';
import type { CheckedSubject, ModelReport, ToolReport } from '#domain/model-report.ts';
import { t } from '../../texts/later.ts';
import { LANGUAGE } from '../../texts/locale.ts';
import { CheckedNote, CheckMark } from './check-mark.tsx';
import { TrialView } from './trial-view.tsx';

/** Result of a model check: usable tools first, then each model's calls. */
export function ModelReportView({ report: { host, list, subjects, tools } }: { report: ModelReport }) {
  const toolsId = useId();
  const modelsId = useId();
  return (
    <>
      <section aria-labelledby={toolsId}>
        <h3 id={toolsId} className="type-ui mb-1.5">
          {t('connect.check.tools')}
        </h3>
        <ul className="border-t border-line">
          {tools.map((tool) => (
            <ToolRow key={tool.tool} report={tool} />
          ))}
        </ul>
      </section>
      <section aria-labelledby={modelsId} className="grid gap-3">
        <div>
          <h3 id={modelsId} className="type-ui">
            {t('connect.check.models')}
          </h3>
          {list.count !== null && (
            <p className="type-meta text-text-3">{t('connect.check.listed', { count: list.count, host })}</p>
          )}
          <CheckedNote checked={list} />
        </div>
        {subjects.map((subject) => (
          <SubjectPart key={`${subject.kind} ${subject.name}`} subject={subject} />
        ))}
      </section>
    </>
  );
}

const TOOL_STATES = {
  ok: 'connect.check.tool_state.ok',
  note: 'connect.check.tool_state.note',
  wrong: 'connect.check.tool_state.wrong',
} as const;

function ToolRow({ report: { tool, state, advice } }: { report: ToolReport }) {
  const name = tool === 'vision' ? t('connect.check.tool.vision') : t(`tools.${tool}.name`);
  return (
    <li className="border-b border-line py-2">
      <div className="flex items-baseline gap-3">
        <span className="grow">{name}</span>
        <CheckMark state={state === 'note' ? 'untried' : state} word={t(TOOL_STATES[state])} />
      </div>
      <CheckedNote checked={{ note: null, advice }} />
    </li>
  );
}

function SubjectPart({ subject }: { subject: CheckedSubject }) {
  const { name, setting, window, trials } = subject;
  const context =
    window === null ? null : t('connect.check.context', { tokens: window.toLocaleString(LANGUAGE) });
  return (
    <div className="rounded-paper bg-well px-3.5 py-3">
      <p dir="ltr" className="type-slip-head wrap-anywhere">
        {name}
      </p>
      <p className="type-slip wrap-anywhere text-text-3">
        {[setting, ...(context ? [context] : [])].join(', ')}
      </p>
      <CheckedNote checked={subject} />
      <ul className="mt-2">
        {trials.map((trial) => (
          <TrialView key={trial.role} trial={trial} />
        ))}
      </ul>
    </div>
  );
}
