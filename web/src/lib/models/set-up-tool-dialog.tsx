import { Trans } from '@lingui/react';
import type { ToolLack } from '#domain/ai-task.ts';
import { t } from '../../texts/later.ts';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { brandName } from '../page/brand.ts';
import { CheckModels } from './check-models.tsx';
import { SettingLines } from './setting-lines.tsx';

export interface SetUpToolDialogProps {
  lacks: ToolLack;
  onClose: () => void;
}

/** Lines for the server's settings, by what they add. */
const SETTINGS: Readonly<Record<ToolLack, readonly (readonly string[])[]>> = {
  model: [['AI_MODEL_FAST=…']],
  context: [['AI_CONTEXT=16384']],
  images: [['IMAGE_API_KEY=sk-…'], ['IMAGE_PROTOCOL=openrouter']],
  search: [['SEARCH_PROVIDER=brave', 'SEARCH_API_KEY=…'], ['SEARCH_PROVIDER=router']],
  repair: [],
};

/** How the operator gets a tool to work. Nothing is typed or saved here. */
export function SetUpToolDialog({ lacks, onClose }: SetUpToolDialogProps) {
  const name = brandName();
  return (
    <Dialog open onClose={onClose} title={t(`connect.set_up.${lacks}`)}>
      <p className="text-text-2">
        <Trans id={`connect.set_up.${lacks}.how`} values={{ name }} components={{ code: <code /> }} />
      </p>
      {SETTINGS[lacks].map((lines) => (
        <SettingLines
          key={lines.join()}
          lines={lines}
          copyLabel={t('connect.set_up.copy', { setting: lines.join(', ') })}
        />
      ))}
      {lacks === 'repair' && <CheckModels />}
    </Dialog>
  );
}
