import Pencil from 'lucide-react/icons/pencil';
import ReceiptText from 'lucide-react/icons/receipt-text';
import Trash2 from 'lucide-react/icons/trash';
import { memo } from 'react';
import { Link } from 'react-router';
import type { Project } from '#domain/rows/project-row.ts';
import { longDate } from '#web/lib/format/long-date.ts';
import { t } from '#web/texts/later.ts';
import { IconButton } from '#web/ui/controls/icon-button.tsx';
import { Badge } from '#web/ui/marks/badge.tsx';
import { CategoryLabel } from '#web/ui/marks/category-label.tsx';
import { useProjectDialog } from './edit/project-dialog-state.ts';
import { ProjectDescription } from './project-description.tsx';
import { MOST_DELIVERED, type ProjectCounts } from './read-project-counts.ts';

interface ProjectCardProps {
  project: Project;
  counts: ProjectCounts | undefined;
}

/** A project in the grid. Memoised, so that a change re-renders one card of perhaps 500. */
export const ProjectCard = memo(function ProjectCard({ project, counts }: ProjectCardProps) {
  const { id, name, description, category, created_at } = project;
  const openEdit = useProjectDialog((state) => state.openEdit);
  const openDelete = useProjectDialog((state) => state.openDelete);
  return (
    <li className="project">
      <Badge>
        <CategoryLabel category={category} size={13} />
      </Badge>
      <h2 dir="auto" className="type-title-3 mt-2 mb-1 w-full">
        <Link to={`/projects/${id}`} className="line-clamp-3 wrap-anywhere hover:underline">
          {name}
        </Link>
      </h2>
      {description && <ProjectDescription text={description} on="card" />}
      <ProjectFacts counts={counts} />
      <div className="type-meta mt-auto flex w-full items-center gap-0.5 pt-4 text-text-3 max-md:gap-3.5">
        <time dateTime={created_at} className="me-auto">
          {t('projects.created_on', { date: longDate(created_at) })}
        </time>
        <IconButton label={t('projects.edit_one', { name })} onClick={() => openEdit(project, 'projects')}>
          <Pencil size={15} aria-hidden />
        </IconButton>
        <IconButton label={t('projects.delete_one', { name })} onClick={() => openDelete(project)}>
          <Trash2 size={15} aria-hidden />
        </IconButton>
      </div>
    </li>
  );
});

/** Task counts of a project; an empty line while loading, so that the layout doesn't shift. */
function ProjectFacts({ counts }: { counts: ProjectCounts | undefined }) {
  return (
    <p className="type-slip mt-3 flex min-h-5 flex-wrap gap-x-3 text-text-3">
      {counts && <Facts {...counts} />}
    </p>
  );
}

function Facts({ open, completed, delivered }: ProjectCounts) {
  if (open + completed === 0) return t('projects.no_tasks');
  return (
    <>
      <span>{t('projects.open', { count: open })}</span>
      {completed > 0 && <span>{t('projects.completed', { count: completed })}</span>}
      {delivered > 0 && (
        <span className="inline-flex items-center gap-1.5 text-slip-ink">
          <ReceiptText size={13} aria-hidden />
          {t(delivered < MOST_DELIVERED ? 'projects.delivered' : 'projects.delivered_many', {
            count: delivered,
          })}
        </span>
      )}
    </>
  );
}
