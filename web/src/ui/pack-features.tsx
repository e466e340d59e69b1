import { Check } from 'lucide-react';
import { PACK_FEATURES } from '#domain/packs.ts';
import { t } from '#web/texts/pages.ts';

/** What every pack holds: said once below the prices. */
export function PackFeatures() {
  return (
    <ul aria-label={t('packs.every_pack')} className="pack-features">
      {PACK_FEATURES.map((feature) => (
        <li key={feature}>
          <Check size={16} aria-hidden className="text-ink" />
          {t(`packs.feature.${feature}`)}
        </li>
      ))}
    </ul>
  );
}
