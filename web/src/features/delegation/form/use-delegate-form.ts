import { useCallback, useState } from 'react';
import { type AiTaskType, DEFAULT_IMAGE_OPTIONS, TOOLS } from '#domain/ai-task.ts';
import {
  ATTACHMENT_BUCKET,
  type AttachmentRule,
  attachmentProblem,
  attachmentRule,
  type Reading,
} from '#domain/attachments.ts';
import { contractOf } from '#domain/contract/contract-of.ts';
import type { DelegateRequest } from '#domain/functions/inputs.ts';
import type { ImageOptions } from '#domain/image-options.ts';
import { FunctionRefusedError } from '#web/lib/server/call-function.ts';
import { t } from '#web/texts/later.ts';
import { type DelegableTask, useDelegationDialogs } from '../open-delegation.ts';
import { toRegion } from '../picture/to-region.ts';
import { useDelegate } from '../use-delegate.ts';
import { useRequestKey } from '../use-request-key.ts';
import { roomFor } from './attachment-list.ts';
import { wordFileProblem, wordLostFiles, wordMissingFile } from './attachment-words.ts';
import type { DelegationChoices } from './delegation-choices.ts';
import { useAnswerLanguage } from './use-answer-language.ts';
import { type ChangeFiles, useAttachments } from './use-attachments.ts';
import { useFileFacts } from './use-file-facts.ts';

const NOTHING_CHOSEN = { makes: 'text', edits: false } as const;

/** State, validation and submission of the delegation form. */
export function useDelegateForm(
  task: DelegableTask,
  choices: DelegationChoices,
  { reading, onDone }: { reading: Reading; onDone: () => void },
) {
  const delegate = useDelegate();
  const chooseFor = useDelegationDialogs((state) => state.choose);
  const write = (part: Partial<DelegationChoices>) => chooseFor(task.id, () => part);
  const changeFiles: ChangeFiles = useCallback(
    (change) => chooseFor(task.id, ({ files }) => ({ files: change(files) })),
    [chooseFor, task.id],
  );
  const attachments = useAttachments(choices.files, changeFiles);
  const usual = useAnswerLanguage();
  const { type, project_id, language = usual, wish = '' } = choices;
  const facts = useFileFacts(type, attachments.files);
  const [fileError, setFileError] = useState(() => wordLostFiles(choices.files));
  const [isWaiting, setIsWaiting] = useState(false);
  const keyOf = useRequestKey();

  const rule = type === undefined ? null : attachmentRule(type, reading);
  const { makes, edits = false } = type === undefined ? NOTHING_CHOSEN : TOOLS[type];
  const isImage = makes === 'image';
  const imageOptions = toImageOptions(edits, choices.image);
  const asked = {
    language,
    wish: wish.trim() || null,
    instruction: null,
    image: isImage ? imageOptions : null,
  };
  const canKeepRest = edits && imageOptions.aspect_ratio === 'original';
  const [picture] = attachments.files;
  const path = canKeepRest && picture?.state === 'ready' ? picture.path : null;
  const region = toRegion(path === null ? null : { bucket: ATTACHMENT_BUCKET, path }, [
    choices.region,
    (region) => write({ region }),
  ]);
  const refused = delegate.error instanceof FunctionRefusedError ? delegate.error : null;
  const isAboutFile = refused?.code === 'unusable_file';

  /** Rejects files that don't fit, with an error. */
  const addFiles = (files: readonly File[]) => {
    if (rule === null || type === undefined || files.length === 0) return;
    const isReplaced = roomFor(rule, [...attachments.files, ...files]) === 1;
    const kept = isReplaced ? [] : attachments.files;
    const all = [...kept, ...files];
    setFileError(wordFileProblem(type, rule, all));
    const fitting = files.filter((file) => attachmentProblem(file, rule) === null);
    attachments.add(fitting.slice(0, roomFor(rule, all) - kept.length), rule);
  };

  const choose = (next: AiTaskType) => {
    const nextRule = attachmentRule(next, reading);
    write({ type: next });
    setFileError(nextRule ? wordFileProblem(next, nextRule, attachments.files) : undefined);
    delegate.reset();
  };

  const startAfresh = () => {
    for (const { id } of attachments.files) attachments.remove(id);
    useDelegationDialogs.getState().chooseAfresh();
    setFileError(undefined);
    delegate.reset();
  };

  const submit = async () => {
    if (type === undefined || delegate.isPending || isWaiting) return;
    const problem = rule === null ? undefined : problemOf(type, rule, attachments.files);
    setFileError(problem);
    if (problem !== undefined || !region.check()) return;
    setIsWaiting(true);
    const hasArrived = rule === null || (await attachments.settled());
    setIsWaiting(false);
    if (!hasArrived) return setFileError(t('delegation.files.upload_failed'));
    const paths = rule === null ? [] : attachments.files.flatMap(({ path }) => path ?? []);
    const request: DelegateRequest = {
      task_id: task.id,
      ai_task_type: type,
      project_id,
      attachments: paths,
      ...(region.marks && { mask: region.marks }),
      ...(wish.trim() !== '' && { wish: wish.trim() }),
      ...(isImage ? { image: imageOptions } : { language }),
    };
    attachments.handOver(paths);
    delegate.mutate(
      { request, key: keyOf(request) },
      { onSuccess: onDone, onError: () => attachments.takeBack() },
    );
  };

  return {
    type,
    choose,
    startAfresh,
    projectId: project_id,
    setProjectId: (id: DelegationChoices['project_id']) => write({ project_id: id }),
    language,
    setLanguage: (code: typeof language) => write({ language: code }),
    wish,
    setWish: (words: string) => write({ wish: words }),
    imageOptions: isImage ? imageOptions : null,
    /** What will come back; null until a tool is chosen. */
    contract:
      type === undefined ? null : contractOf(type, { ...asked, files: rule === null ? [] : facts.files }),
    isCounting: facts.isCounting,
    edits,
    setImageOptions: (image: ImageOptions) => write({ image }),
    region,
    rule,
    attachments,
    addFiles,
    /** Shown at the files, because the server refuses one of them. */
    fileError: fileError ?? (isAboutFile ? refused.message : facts.refusal),
    /** Shown for the form as a whole. */
    error: isAboutFile ? null : delegate.error,
    isBusy: delegate.isPending || isWaiting,
    isSendingFiles: isWaiting,
    submit,
  };
}

function problemOf(
  type: AiTaskType,
  rule: AttachmentRule,
  files: readonly { readonly name: string; readonly size: number }[],
): string | undefined {
  return files.length < rule.atLeast ? wordMissingFile(type) : wordFileProblem(type, rule, files);
}

/** An edit keeps the picture's shape by default; without a picture there is none to keep. */
function toImageOptions(edits: boolean, chosen: ImageOptions | undefined): ImageOptions {
  const usual = edits ? 'original' : DEFAULT_IMAGE_OPTIONS.aspect_ratio;
  const wanted = chosen?.aspect_ratio ?? usual;
  const aspect_ratio = wanted === 'original' ? usual : wanted;
  return { ...DEFAULT_IMAGE_OPTIONS, ...chosen, aspect_ratio };
}
