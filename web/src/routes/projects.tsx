import { AddProjectButton } from '#web/features/projects/add-project-button.tsx';
import { ProjectList } from '#web/features/projects/project-list.tsx';
import { pageMeta } from '#web/lib/page/page-meta.ts';
import { t } from '#web/texts/later.ts';

export const meta = () =>
  pageMeta({
    title: t('projects.title'),
    description: t('projects.page.description'),
    path: '/projects',
    hidden: true,
  });

export default function Projects() {
  return (
    <>
      <div className="mb-5 grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3 gap-y-0.5">
        <h1 className="type-title-2">{t('projects.title')}</h1>
        <AddProjectButton place="projects" look="primary" className="md:row-span-2" />
        <p className="type-meta text-text-3 max-md:col-span-2 max-md:mt-1.5">{t('projects.lead')}</p>
      </div>
      <ProjectList />
    </>
  );
}
