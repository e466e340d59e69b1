import Check from 'lucide-react/icons/check';
import { PACK_FEATURES } from '#domain/shop/packs.ts';
import { t } from '#web/texts/pages.ts';

interface PackFeaturesProps {
  /** Number of connected tools, if some are missing. */
  tools?: number | undefined;
  /** For a prerendered page: placeholder with which its script replaces the text about all tools. */
  template?: { readonly count: string };
}

/** Features of every pack, listed once below the prices. */
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
