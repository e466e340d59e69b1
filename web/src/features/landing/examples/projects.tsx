import ReceiptText from 'lucide-react/icons/receipt-text';
import { t } from '#web/texts/pages.ts';
import { Badge } from '#web/ui/marks/badge.tsx';
import { CategoryLabel } from '#web/ui/marks/category-label.tsx';
import { PictureRow } from '#web/ui/paper/picture-row.tsx';
import { SlipLine } from '#web/ui/paper/slip-line.tsx';
import { StartLink } from '../start-link.tsx';

/** Section on projects with a sample project. */
export function Projects() {
  return (
    <section className="band">
      <div className="wrap halves items-center">
        <div>
          <h2 className="type-title-1">{t('landing.projects.title')}</h2>
          <p className="type-lead mt-5 mb-7 text-text-2 max-md:mt-4 max-md:type-read">
            {t('landing.projects.lead')}
          </p>
          <StartLink>{t('landing.start.projects')}</StartLink>
        </div>
        <figure
          inert
          aria-label={t('landing.projects.sample')}
          className="rounded-paper border border-line-strong bg-page p-4 shadow-menu md:px-7 md:py-6"
        >
          <Badge>
            <CategoryLabel category="personal" />
          </Badge>
          <p className="type-title-3 mt-2 mb-1">{t('landing.sample.move_project')}</p>
          <p className="text-text-2">{t('landing.projects.description')}</p>
          <ul className="sheet picture mt-3 max-md:-mx-4">
            <PictureRow priority="high" title={t('landing.sample.move')}>
              <SlipLine
                kind="folded"
                icon={<ReceiptText size={14} aria-hidden />}
                note={t('landing.projects.contents')}
              >
                {t('landing.projects.read')}
              </SlipLine>
            </PictureRow>
            <PictureRow priority="urgent" title={t('landing.projects.van')} />
            <PictureRow priority="medium" title={t('landing.projects.boxes')} done />
          </ul>
        </figure>
      </div>
    </section>
  );
}
