import ChevronLeft from 'lucide-react/icons/chevron-left';
import ChevronRight from 'lucide-react/icons/chevron-right';
import Download from 'lucide-react/icons/download';
import MoveHorizontal from 'lucide-react/icons/move-horizontal';
import ZoomIn from 'lucide-react/icons/zoom-in';
import ZoomOut from 'lucide-react/icons/zoom-out';
import type { ComponentType } from 'react';
import { ATTACHMENT_BUCKET } from '#domain/attachments.ts';
import type { Attachment } from '#domain/rows/run-row.ts';
import { t } from '#web/texts/later.ts';
import { IconButton } from '#web/ui/controls/icon-button.tsx';
import { useFileDownload } from '../download/use-file-download.ts';
import type { useZoom } from './use-zoom.ts';

interface PdfToolbarProps {
  file: Attachment;
  number: number;
  of: number;
  zoom: ReturnType<typeof useZoom>;
  onTurn: (by: -1 | 1) => void;
}

/** Turns pages, enlarges them, and saves the file. */
export function PdfToolbar({ file: { path, name }, number, of, zoom, onTurn }: PdfToolbarProps) {
  const { isBusy, download } = useFileDownload({ bucket: ATTACHMENT_BUCKET, path, name });
  return (
    <div
      role="toolbar"
      aria-label={t('delegation.page.toolbar')}
      className="flex items-center gap-2 border-b border-line px-3 py-1"
    >
      <Tool
        icon={ChevronLeft}
        label={t('delegation.page.previous')}
        disabled={number <= 1}
        onClick={() => onTurn(-1)}
      />
      <output className="type-slip min-w-16 text-center whitespace-nowrap">
        {t('delegation.page.of', { number, of })}
      </output>
      <Tool
        icon={ChevronRight}
        label={t('delegation.page.next')}
        disabled={number >= of}
        onClick={() => onTurn(1)}
      />
      <span className="grow" />
      <Tool
        icon={ZoomOut}
        label={t('delegation.page.reduce')}
        disabled={!zoom.canReduce}
        onClick={zoom.reduce}
      />
      <Tool
        icon={ZoomIn}
        label={t('delegation.page.enlarge')}
        disabled={!zoom.canEnlarge}
        onClick={zoom.enlarge}
      />
      <Tool
        icon={MoveHorizontal}
        label={t('delegation.page.fit')}
        disabled={zoom.factor === 1}
        onClick={zoom.fit}
      />
      <Tool
        icon={Download}
        label={t('delegation.work.download', { name })}
        disabled={isBusy}
        onClick={download}
      />
    </div>
  );
}

interface ToolProps {
  icon: ComponentType<{ size: number; 'aria-hidden': true }>;
  label: string;
  disabled: boolean;
  onClick: () => void;
}

/** A disabled one keeps the focus, so that keys go on turning pages from it. */
const Tool = ({ icon: Icon, label, disabled, onClick }: ToolProps) => (
  <IconButton
    label={label}
    size={32}
    aria-disabled={disabled}
    className="aria-disabled:text-control"
    onClick={() => !disabled && onClick()}
  >
    <Icon size={16} aria-hidden />
  </IconButton>
);
