import Forward from 'lucide-react/icons/forward';
import { type ReactNode, useState } from 'react';
import { isLanguageCode } from '#domain/languages.ts';
import { rowOfTask } from '#web/lib/live/task-rows.ts';
import { useCredits } from '#web/lib/plans/use-credits.ts';
import { useConfig } from '#web/lib/server/use-config.ts';
import { t } from '#web/texts/later.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { SelectField } from '#web/ui/controls/select-field.tsx';
import { TextButton } from '#web/ui/controls/text-button.tsx';
import { BroughtBack } from '#web/ui/feedback/brought-back.tsx';
import { Dialog } from '#web/ui/overlays/dialog.tsx';
import { type DelegableTask, useDelegationDialogs } from '../open-delegation.ts';
import { RegionField } from '../picture/region-field.tsx';
import { AttachmentsField } from './attachments-field.tsx';
import { type DelegationChoices, isChosen } from './delegation-choices.ts';
import { DelegationCost } from './delegation-cost.tsx';
import { ImageOptionsFields } from './image-options.tsx';
import { LANGUAGE_OPTIONS } from './language-options.ts';
import { Promised } from './promised.tsx';
import { Refusal } from './refusal.tsx';
import { ToolChoice } from './tool-choice.tsx';
import { useDelegateForm } from './use-delegate-form.ts';
import { useFileDrop } from './use-file-drop.ts';
import { useKeptFiles } from './use-kept-files.ts';
import { WishField } from './wish-field.tsx';

export interface DelegateDialogProps {
  task: DelegableTask;
  choices: DelegationChoices;
  /** The app has filled in the choices. */
  isPrefilled?: boolean | undefined;
  projects: readonly { readonly id: string; readonly name: string }[];
  /** Shown below the project field. */
  projectsNotice: ReactNode;
}

const NO_PROJECT = '';

/** Delegate Task to AI: tool, project, files, options and price. */
export function DelegateDialog({ task, choices, isPrefilled = false, ...context }: DelegateDialogProps) {
  const { close, stopDelegating } = useDelegationDialogs();
  const credits = useCredits();
  const ai = useConfig()?.ai;
  const reading = { vision: ai?.vision ?? false, texts: ai?.demo === false };
  const form = useDelegateForm(task, choices, { reading, onDone: stopDelegating });
  const { type, rule, imageOptions } = form;
  const kept = useKeptFiles(task.id, rule, form.attachments.files);
  const isOver = useFileDrop(form.addFiles);
  // An example is chosen in the form of another task, or beside one, to which the focus would return.
  const [isOpenedElsewhere] = useState(isPrefilled);

  return (
    <Dialog
      open
      onClose={close}
      title={t('delegation.title')}
      description={task.title}
      {...(isOpenedElsewhere && { finalFocus: () => titleOf(task.id) })}
      onSubmit={(event) => {
        event.preventDefault();
        if (credits.canDelegate) void form.submit();
      }}
      foot={
        <>
          <DelegationCost credits={credits} />
          <span className="grow max-md:hidden" />
          <Button look="plain" onClick={stopDelegating}>
            {t('delegation.cancel')}
          </Button>
          <Button
            look="primary"
            type="submit"
            icon={<Forward size={16} aria-hidden className="rtl:-scale-x-100" />}
            disabled={type === undefined || !credits.canDelegate}
            busy={form.isBusy}
            busyLabel={t(form.isSendingFiles ? 'delegation.files.uploading' : 'delegation.delegating')}
          >
            {t('delegation.delegate')}
          </Button>
        </>
      }
    >
      <BroughtBack
        isWritten={!isPrefilled && isChosen(choices, task.project_id)}
        onStartAfresh={form.startAfresh}
      />
      <Refusal error={form.error} canDelegate={credits.canDelegate} />
      <ToolChoice
        offered={ai?.tools}
        lacking={ai?.lacking ?? []}
        reading={reading}
        value={type}
        onChange={form.choose}
      />
      <WishField type={type} value={form.wish} onChange={form.setWish} />
      {type === 'answer' && form.wish === '' && (
        <p className="-mt-2">
          <TextButton alone onPress={() => form.setWish(t('delegation.wish.steps_text'))}>
            {t('delegation.wish.steps')}
          </TextButton>
        </p>
      )}
      {form.contract && ai?.demo === false && (
        <Promised contract={form.contract} isCounting={form.isCounting} />
      )}
      {rule !== null && imageOptions !== null && <Files form={form} kept={kept} isOver={isOver} />}
      <RegionField region={form.region} />
      {imageOptions ? (
        <ImageOptionsFields value={imageOptions} hasOriginal={form.edits} onChange={form.setImageOptions}>
          <ProjectField form={form} {...context} />
        </ImageOptionsFields>
      ) : (
        <div className="grid items-start gap-4 md:grid-cols-2">
          <ProjectField form={form} {...context} />
          <SelectField
            label={t('delegation.language')}
            value={form.language}
            onChange={({ target: { value } }) => isLanguageCode(value) && form.setLanguage(value)}
            options={LANGUAGE_OPTIONS}
          />
        </div>
      )}
      {rule !== null && imageOptions === null && <Files form={form} kept={kept} isOver={isOver} />}
    </Dialog>
  );
}

const titleOf = (taskId: string): HTMLElement | null =>
  rowOfTask(taskId)?.querySelector<HTMLElement>('.row-open') ?? null;

type Form = ReturnType<typeof useDelegateForm>;

interface ProjectFieldProps extends Pick<DelegateDialogProps, 'projects' | 'projectsNotice'> {
  form: Form;
}

function ProjectField({ form, projects, projectsNotice }: ProjectFieldProps) {
  return (
    <div className="grid content-start gap-2">
      <SelectField
        label={t('delegation.project')}
        note={t('delegation.project_note')}
        value={form.projectId ?? NO_PROJECT}
        onChange={(event) => form.setProjectId(event.target.value || null)}
        options={[
          { value: NO_PROJECT, label: t('delegation.no_project') },
          ...projects.map(({ id, name }) => ({ value: id, label: name })),
        ]}
      />
      {projectsNotice}
    </div>
  );
}

interface FilesProps {
  form: Form;
  kept: ReturnType<typeof useKeptFiles>;
  isOver: boolean;
}

/** First for a picture edit, which needs one; otherwise last. */
function Files({ form: { type, rule, attachments, fileError, addFiles }, kept, isOver }: FilesProps) {
  if (type === undefined || rule === null) return null;
  return (
    <AttachmentsField
      type={type}
      rule={rule}
      attachments={attachments}
      kept={kept}
      error={fileError}
      isOver={isOver}
      onFiles={addFiles}
    />
  );
}
