import { Loaded } from '#web/lib/page/loaded.tsx';
import { t } from '#web/texts/later.ts';
import { Checkbox } from '#web/ui/controls/checkbox.tsx';
import type { Region } from './to-region.ts';

const loadPainter = async () => (await import('./region-painter.tsx')).RegionPainter;

/** Whether only a part of the picture may change, and which. The painter is loaded on demand. */
export function RegionField({ region }: { region: Region }) {
  const { file, isOn, drawn, isMissing, turn, draw } = region;
  if (file === null) return null;
  const error = isMissing ? { error: t('delegation.region.missing') } : {};
  return (
    <div className="grid min-w-0 gap-3">
      <Checkbox checked={isOn} onChange={({ target }) => turn(target.checked)} {...error}>
        {t('delegation.region.only')}
      </Checkbox>
      {isOn && <Loaded key={file.path} load={loadPainter} props={{ file, marks: drawn, onChange: draw }} />}
    </div>
  );
}
