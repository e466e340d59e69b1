import ArrowLeft from 'lucide-react/icons/arrow-left';
import Pencil from 'lucide-react/icons/pencil';
import Trash2 from 'lucide-react/icons/trash';
import type { ReactNode } from 'react';
import { Link, useNavigate } from 'react-router';
import type { Project } from '#domain/rows/project-row.ts';
import { longDate } from '#web/lib/format/long-date.ts';
import { t } from '#web/texts/later.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { IconButton } from '#web/ui/controls/icon-button.tsx';
import { Badge } from '#web/ui/marks/badge.tsx';
import { CategoryLabel } from '#web/ui/marks/category-label.tsx';
import { useProjectDialog } from './edit/project-dialog-state.ts';
import { ProjectDescription } from './project-description.tsx';

interface ProjectHeadProps {
  project: Project;
  /** Shown after the project's own buttons. */
  action?: ReactNode;
}

/** Header of a project's page. */
export function ProjectHead({ project, action }: ProjectHeadProps) {
  const { name, description, category, created_at } = project;
  const navigate = useNavigate();
  const openEdit = useProjectDialog((state) => state.openEdit);
  const openDelete = useProjectDialog((state) => state.openDelete);
  return (
    <header className="mb-5">
      {/* On phones the buttons share a row with the breadcrumb, because the name needs a full line. */}
      <div className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3 gap-y-2">
        <div className="md:col-span-2">
          <ToProjects />
        </div>
        <h1
          dir="auto"
          className="type-title-2 wrap-anywhere max-md:order-last max-md:col-span-2 md:self-start"
        >
          {name}
        </h1>
        <div className="flex items-center gap-1.5 md:self-start">
          <IconButton
            size={32}
            label={t('projects.delete_this')}
            onClick={() => openDelete(project, () => void navigate('/projects'))}
          >
            <Trash2 size={16} aria-hidden />
          </IconButton>
          <Button icon={<Pencil size={16} aria-hidden />} onClick={() => openEdit(project, 'elsewhere')}>
            {t('projects.edit')}
          </Button>
          {action}
        </div>
      </div>
      <p className="type-meta mt-2 flex flex-wrap items-center gap-x-3 gap-y-1 text-text-3">
        <Badge>
          <CategoryLabel category={category} size={13} />
        </Badge>
        <time dateTime={created_at}>{t('projects.created_on', { date: longDate(created_at) })}</time>
      </p>
      {description && (
        <div className="mt-3 flex max-w-[72ch] flex-col">
          <ProjectDescription text={description} on="page" />
        </div>
      )}
    </header>
  );
}

/** Breadcrumb back to the list of projects. */
export function ToProjects() {
  return (
    <nav aria-label={t('projects.breadcrumb')}>
      <Link to="/projects" className="link type-meta hit-40 inline-flex items-center gap-1.5">
        <ArrowLeft size={14} aria-hidden className="rtl:-scale-x-100" />
        {t('projects.title')}
      </Link>
    </nav>
  );
}
