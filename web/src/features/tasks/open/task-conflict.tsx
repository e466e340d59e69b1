import { useQueryClient } from '@tanstack/react-query';
import { t } from '#web/texts/soon.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { ChangedElsewhere } from '#web/ui/feedback/changed-elsewhere.tsx';
import { sendDraft } from './send-drafts.ts';
import { useTaskDrafts } from './task-drafts.ts';

/** Texts that were saved elsewhere under a draft: the user chooses which stay. */
export function TaskConflict({ id }: { id: string }) {
  const client = useQueryClient();
  const theirs = useTaskDrafts((state) => state.conflicts[id]);
  const { drop, keep } = useTaskDrafts.getState();
  if (theirs === undefined) return null;
  return (
    <ChangedElsewhere
      heading={t('tasks.elsewhere')}
      note={t('tasks.elsewhere.choose')}
      takeLabel={t('tasks.elsewhere.take')}
      onTake={() => drop(id)}
      other={
        <Button
          look="plain"
          size="s"
          onClick={() => {
            keep(id);
            sendDraft(client, id);
          }}
        >
          {t('tasks.elsewhere.keep')}
        </Button>
      }
    >
      {[theirs.title, theirs.notes].map(
        (text, index) =>
          text !== undefined && (
            <blockquote
              key={index === 0 ? 'title' : 'notes'}
              dir="auto"
              className="max-h-24 overflow-y-auto wrap-anywhere whitespace-pre-wrap"
            >
              {text === '' ? t('tasks.elsewhere.no_notes') : text}
            </blockquote>
          ),
      )}
    </ChangedElsewhere>
  );
}
