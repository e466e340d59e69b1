import { Forward } from 'lucide-react';
import { useState } from 'react';
import type { AiTaskType } from '#domain/ai-task.ts';
import { CREDITS_PER_RUN } from '#domain/credits.ts';
import { isLanguageCode, LANGUAGES, type LanguageCode } from '#domain/languages.ts';
import { messages } from '#domain/messages.ts';
import { newId } from '#web/lib/new-id.ts';
import { useConfig } from '#web/lib/use-config.ts';
import { type Credits, useCredits } from '#web/lib/use-credits.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { InlineError } from '#web/ui/inline-error.tsx';
import { ReceiptLine } from '#web/ui/receipt-line.tsx';
import { SelectField } from '#web/ui/select-field.tsx';
import { FunctionRefusedError, toReason } from './call-function.ts';
import { costWords } from './cost-words.ts';
import { type DelegableTask, useDelegationDialogs } from './open-delegation.ts';
import { ToolChoice } from './tool-choice.tsx';
import { TOOL_ORDER } from './tools.ts';
import { useAnswerLanguage } from './use-answer-language.ts';
import { useDelegate } from './use-delegate.ts';

export interface DelegateDialogProps {
  task: DelegableTask;
  projects: readonly { readonly id: string; readonly name: string }[];
}

const NO_PROJECT = '';
const LANGUAGE_OPTIONS = LANGUAGES.map(({ code, englishName, ownName }) => ({
  value: code,
  label: englishName === ownName ? englishName : `${englishName} (${ownName})`,
}));

/** Delegate Task to AI: what kind of help, with which context, in which language, and what it costs. */
export function DelegateDialog({ task, projects }: DelegateDialogProps) {
  const close = useDelegationDialogs((state) => state.close);
  const credits = useCredits();
  const delegate = useDelegate();
  const offered = useConfig()?.ai.tools;
  const usual = useAnswerLanguage();
  const [type, setType] = useState<AiTaskType>();
  const [projectId, setProjectId] = useState(task.project_id ?? NO_PROJECT);
  const [chosen, setChosen] = useState<LanguageCode>();
  // Kept while the form is open: pressing again after an answer was lost makes no second run.
  const [key] = useState(newId);
  const language = chosen ?? usual;

  const submit = () => {
    if (type === undefined || delegate.isPending) return;
    const request = { task_id: task.id, ai_task_type: type, project_id: projectId || null, language };
    delegate.mutate({ request, key }, { onSuccess: close });
  };

  return (
    <Dialog
      open
      onClose={close}
      title={messages.labels.delegate}
      description={task.title}
      onSubmit={(event) => {
        event.preventDefault();
        if (credits.canDelegate) submit();
      }}
      foot={
        <>
          <Cost credits={credits} />
          <span className="grow max-md:hidden" />
          <Button look="plain" onClick={close}>
            {messages.labels.cancel}
          </Button>
          <Button
            look="primary"
            type="submit"
            icon={<Forward size={16} aria-hidden className="rtl:-scale-x-100" />}
            disabled={type === undefined || !credits.canDelegate}
            busy={delegate.isPending}
            busyLabel="Delegating…"
          >
            Delegate
          </Button>
        </>
      }
    >
      <Refusal error={delegate.error} canDelegate={credits.canDelegate} />
      <ToolChoice
        offered={TOOL_ORDER.filter((tool) => offered?.includes(tool))}
        value={type}
        onChange={setType}
      />
      <div className="grid gap-4 md:grid-cols-2">
        <SelectField
          label="Project"
          note="for context"
          value={projectId}
          onChange={(event) => setProjectId(event.target.value)}
          options={[
            { value: NO_PROJECT, label: 'None' },
            ...projects.map(({ id, name }) => ({ value: id, label: name })),
          ]}
        />
        <SelectField
          label="Answer in"
          value={language}
          onChange={({ target: { value } }) => isLanguageCode(value) && setChosen(value)}
          options={LANGUAGE_OPTIONS}
        />
      </div>
    </Dialog>
  );
}

function Refusal({ error, canDelegate }: { error: Error | null; canDelegate: boolean }) {
  if (!canDelegate) return <InlineError>{messages.delegation.noCredits}</InlineError>;
  if (error === null) return null;
  const reason = toReason(error);
  return (
    <InlineError>
      {error instanceof FunctionRefusedError ? reason : `${messages.delegation.startFailed}. ${reason}`}
    </InlineError>
  );
}

/** What it costs and what is left, before the click. */
function Cost({ credits: { isFree, left, limit } }: { credits: Credits }) {
  return (
    <div className="type-slip w-63 text-text-2 max-md:w-full">
      <ReceiptLine label="This AI task" value={costWords(isFree)} strong />
      {!isFree && (
        <ReceiptLine label="Left afterwards" value={`${Math.max(0, left - CREDITS_PER_RUN)} of ${limit}`} />
      )}
    </div>
  );
}
