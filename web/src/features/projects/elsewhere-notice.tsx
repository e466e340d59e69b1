import { t } from '#web/texts/later.ts';
import { ChangedElsewhere } from '#web/ui/feedback/changed-elsewhere.tsx';
import type { ProjectFields } from './edit/project-fields.ts';

interface ElsewhereNoticeProps {
  theirs: ProjectFields;
  mine: ProjectFields;
  onTakeOver: () => void;
}

/** Conflict notice: the project was saved in another tab or on another device. */
export function ElsewhereNotice({ theirs, mine, onTakeOver }: ElsewhereNoticeProps) {
  return (
    <ChangedElsewhere
      heading={t('projects.elsewhere')}
      note={t('projects.elsewhere.save')}
      takeLabel={t('projects.elsewhere.take')}
      onTake={onTakeOver}
    >
      {theirs.name !== mine.name && (
        <p dir="auto" className="font-medium wrap-anywhere">
          {theirs.name}
        </p>
      )}
      {theirs.description !== mine.description && (
        <blockquote dir="auto" className="max-h-24 overflow-y-auto wrap-anywhere whitespace-pre-line">
          {theirs.description || t('projects.elsewhere.no_description')}
        </blockquote>
      )}
      {theirs.category !== mine.category && (
        <p className="type-meta text-text-2">{t(`projects.category.${theirs.category}`)}</p>
      )}
    </ChangedElsewhere>
  );
}
