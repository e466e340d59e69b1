import { Link } from 'react-router';
import { TrashPage } from '#web/features/trash/trash-page.tsx';
import { pageMeta } from '#web/lib/page/page-meta.ts';
import { t } from '#web/texts/soon.ts';
import { buttonClass } from '#web/ui/controls/button-class.ts';

export const meta = () =>
  pageMeta({ title: t('trash.title'), description: t('trash.description'), path: '/trash', hidden: true });

export default function Trash() {
  return (
    <TrashPage
      back={
        <Link to="/dashboard" className={buttonClass()}>
          {t('trash.to_list')}
        </Link>
      }
    />
  );
}
