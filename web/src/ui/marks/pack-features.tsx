import { Check } from 'lucide-react';
import { PACK_FEATURES } from '#domain/shop/packs.ts';
import { t } from '#web/texts/pages.ts';

interface PackFeaturesProps {
  /** How many tools are connected, where some are missing. */
  tools?: number | undefined;
  /** On a page that is written without knowing: what its script says in place of all tools, with a place for their number. */
  template?: { readonly count: string };
}

/** What every pack holds: said once below the prices. */
export function PackFeatures({ tools, template }: PackFeaturesProps) {
  return (
    <ul aria-label={t('packs.every_pack')} className="pack-features">
      {PACK_FEATURES.map((feature) => (
        <li key={feature}>
          <Check size={16} aria-hidden className="text-ink" />
          {feature === 'all_tools' ? (
            <span data-some-tools={template && t('packs.feature.some_tools', template)}>
              {tools === undefined
                ? t('packs.feature.all_tools')
                : t('packs.feature.some_tools', { count: tools })}
            </span>
          ) : (
            t(`packs.feature.${feature}`)
          )}
        </li>
      ))}
    </ul>
  );
}
