import { useId, useRef } from 'react';
import { type AiTaskType, TOOLS } from '#domain/ai-task.ts';
import { type AttachmentRule, attachmentProblem } from '#domain/attachments.ts';
import { EXTENSIONS } from '#domain/file-kinds.ts';
import { t } from '#web/texts/later.ts';
import { classNames } from '#web/ui/class-names.ts';
import { FieldError } from '#web/ui/controls/field-error.tsx';
import { AttachedFileChip } from './attached-file-chip.tsx';
import { roomFor } from './attachment-list.ts';
import { wordKinds } from './attachment-words.ts';
import { showAtOnce } from './show-at-once.ts';
import type { Attachments } from './use-attachments.ts';
import type { KeptFile } from './use-kept-files.ts';

interface AttachmentsFieldProps {
  type: AiTaskType;
  rule: AttachmentRule;
  attachments: Attachments;
  /** Earlier files of the task that aren't in the form. */
  kept: readonly KeptFile[];
  /** Why the last files were rejected. */
  error: string | undefined;
  /** True while files are dragged over the page. */
  isOver: boolean;
  onFiles: (files: readonly File[]) => void;
}

/** Drop zone, paste target and file picker, with the list of files. */
export function AttachmentsField(props: AttachmentsFieldProps) {
  const { type, rule, attachments, kept, error, isOver, onFiles } = props;
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const isEdit = TOOLS[type].edits === true;
  const isFull = attachments.files.length >= roomFor(rule, attachments.files);
  const hint = isFull ? undefined : `${id}-hint`;
  return (
    <fieldset aria-describedby={error ? `${id}-error` : hint} className="grid min-w-0 gap-1.5">
      <legend className="type-ui mb-1.5">
        {t(isEdit ? 'delegation.files.image' : 'delegation.files.label')}
        <span className="font-normal text-text-3">
          {' '}
          {t(rule.atLeast > 0 ? 'delegation.files.needed' : 'delegation.files.optional')}
        </span>
      </legend>
      <div className={classNames('drop-field', isOver && 'is-over', error && 'is-wrong')}>
        <ul className="contents">
          {attachments.files.map((file) => (
            <AttachedFileChip
              key={file.id}
              file={file}
              wrong={attachmentProblem(file, rule) !== null}
              onRemove={() => attachments.remove(file.id)}
              onRetry={() => attachments.retry(file.id)}
            />
          ))}
        </ul>
        {!isFull && (
          <span id={hint} className="drop-hint type-meta text-text-3">
            {t('delegation.files.drop')}{' '}
            <button type="button" className="link hit-40" onClick={() => input.current?.click()}>
              {t('delegation.files.choose')}
            </button>
            {'. '}
            {wordKinds(rule)}
          </span>
        )}
        <input
          ref={input}
          type="file"
          hidden
          aria-label={t(isEdit ? 'delegation.files.image' : 'delegation.files.label')}
          multiple={roomFor(rule, []) > 1}
          accept={rule.kinds
            .flatMap((kind) => EXTENSIONS[kind].map((extension) => `.${extension}`))
            .join(',')}
          onChange={({ target }) => {
            onFiles([...(target.files ?? [])]);
            // Reset, so that choosing the same file again fires a change.
            target.value = '';
          }}
        />
      </div>
      {kept.length > 0 && (
        <p className="type-meta text-text-3">
          {t('delegation.files.before')}{' '}
          {kept.map((file) => (
            <button
              key={file.path}
              type="button"
              className="link hit-40 me-2"
              onClick={() => attachments.addKept(file, rule)}
            >
              <bdi>{file.name}</bdi>
            </button>
          ))}
        </p>
      )}
      {error && (
        <div key={error} ref={showAtOnce} role="alert">
          <FieldError id={`${id}-error`}>{error}</FieldError>
        </div>
      )}
    </fieldset>
  );
}
