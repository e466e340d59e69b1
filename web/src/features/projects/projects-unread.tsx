import { CloudOff } from 'lucide-react';
import { t } from '#web/texts/app.ts';
import { Button } from '#web/ui/button.tsx';
import { InlineError } from '#web/ui/inline-error.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { useProjects } from './use-projects.ts';

/**
 * Where projects would be named or chosen, once they could not be read. `calm`: beside something else, which is there
 * all the same.
 */
export function ProjectsUnread({ calm = false }: { calm?: boolean }) {
  const { data, isError, isFetching, refetch } = useProjects();
  if (data !== undefined || !isError) return null;
  const again = (
    <Button
      look="plain"
      size="s"
      busy={isFetching}
      busyLabel={t('projects.trying')}
      onClick={() => void refetch()}
    >
      {t('projects.try_again')}
    </Button>
  );
  if (!calm) return <InlineError action={again}>{t('projects.load_failed')}</InlineError>;
  return (
    <div className="mt-3 flex flex-wrap items-center gap-x-3">
      <Notice icon={<CloudOff size={14} aria-hidden />}>{t('projects.load_failed')}</Notice>
      {again}
    </div>
  );
}
