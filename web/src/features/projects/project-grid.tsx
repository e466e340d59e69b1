import { useState } from 'react';
import type { Project } from '#domain/rows/project-row.ts';
import { t } from '#web/texts/later.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { AddProjectButton } from './add-project-button.tsx';
import { ProjectCard } from './project-card.tsx';
import type { ProjectCounts } from './read-project-counts.ts';

/** Cards rendered initially. */
const SHOWN_AT_ONCE = 60;

interface ProjectGridProps {
  projects: readonly Project[];
  counts: Readonly<Record<string, ProjectCounts>> | undefined;
}

/** All projects, newest first. */
export function ProjectGrid({ projects, counts }: ProjectGridProps) {
  const [limit, setLimit] = useState(SHOWN_AT_ONCE);
  const hidden = projects.length - limit;
  return (
    <>
      <ul className="project-grid">
        {projects.slice(0, limit).map((project) => (
          <ProjectCard key={project.id} project={project} counts={counts?.[project.id]} />
        ))}
        {hidden <= 0 && (
          <li className="project justify-center gap-3 text-text-2 max-md:hidden">
            <p>{t('projects.teaches')}</p>
            <AddProjectButton place="projects" />
          </li>
        )}
      </ul>
      {hidden > 0 && (
        <div className="py-4">
          <Button onClick={() => setLimit(limit + SHOWN_AT_ONCE)}>
            {t('projects.show_more', { count: Math.min(hidden, SHOWN_AT_ONCE) })}
          </Button>
        </div>
      )}
    </>
  );
}
