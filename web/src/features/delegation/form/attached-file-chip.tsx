import FileText from 'lucide-react/icons/file-text';
import Image from 'lucide-react/icons/image';
import RotateCw from 'lucide-react/icons/rotate-cw';
import X from 'lucide-react/icons/x';
import { t } from '#web/texts/later.ts';
import { classNames } from '#web/ui/class-names.ts';
import { IconButton } from '#web/ui/controls/icon-button.tsx';
import { isPicture, toSizeWords } from './attachment-list.ts';
import type { AttachedFile } from './delegation-choices.ts';

interface AttachedFileChipProps {
  file: AttachedFile;
  /** The selected tool can't use it. */
  wrong: boolean;
  onRemove: () => void;
  onRetry: () => void;
}

/** A file in the form: name, size, upload progress, and a remove button. */
export function AttachedFileChip({ file, wrong, onRemove, onRetry }: AttachedFileChipProps) {
  const { name, size, sent, state } = file;
  const Icon = isPicture(name) ? Image : FileText;
  const isBad = wrong || state === 'failed';
  return (
    <li
      className={classNames(
        'relative flex h-8 max-w-full items-center gap-2 overflow-hidden rounded-check ps-2 pe-0.5',
        isBad ? 'bg-damage-wash' : 'bg-well',
      )}
    >
      <Icon size={14} aria-hidden className="flex-none text-text-2" />
      <bdi className="type-meta min-w-0 truncate text-text">{name}</bdi>
      <span className="type-slip flex-none text-text-3">
        {state === 'uploading'
          ? t('delegation.files.sent', { sent: toSizeWords(sent), size: toSizeWords(size) })
          : toSizeWords(size)}
      </span>
      {state === 'failed' && (
        <IconButton label={t('delegation.files.retry', { name })} onClick={onRetry}>
          <RotateCw size={12} aria-hidden />
        </IconButton>
      )}
      <IconButton label={t('delegation.files.remove', { name })} onClick={onRemove}>
        <X size={14} aria-hidden />
      </IconButton>
      {state === 'uploading' && (
        <progress
          className="sent-bar"
          aria-label={t('delegation.files.sending', { name })}
          max={Math.max(1, size)}
          value={sent}
        />
      )}
    </li>
  );
}
