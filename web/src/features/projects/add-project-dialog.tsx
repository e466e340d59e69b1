import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { messages } from '#domain/messages.ts';
import { PROJECT_DESCRIPTION_MAX, PROJECT_NAME_MAX } from '#domain/project.ts';
import { CATEGORY_LABELS, NEW_TASK, TASK_CATEGORIES, type TaskCategory } from '#domain/task.ts';
import { logProblem } from '#web/lib/log.ts';
import { newId } from '#web/lib/new-id.ts';
import { queryKeys } from '#web/lib/query-keys.ts';
import { isRefusal } from '#web/lib/refusal.ts';
import type { Project } from '#web/lib/rows.ts';
import { notify } from '#web/lib/toast.ts';
import { Button } from '#web/ui/button.tsx';
import { ChoiceGroup } from '#web/ui/choice-group.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { TextArea } from '#web/ui/text-area.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { addProject } from './add-project.ts';

/** Add Project, as the dashboard offers it. Loaded when it opens. */
export function AddProjectDialog({ onClose }: { onClose: () => void }) {
  const [clientId] = useState(newId);
  const [name, setName] = useState('');
  const [description, setDescription] = useState('');
  const [category, setCategory] = useState<TaskCategory>(NEW_TASK.category);
  const { mutate, isPending } = useAddProject(onClose);
  const isBlank = name.trim() === '';
  return (
    <Dialog
      open
      onClose={onClose}
      title={messages.labels.addProject}
      onSubmit={(event) => {
        event.preventDefault();
        if (isBlank || isPending) return;
        const text = description.trim();
        mutate({ client_id: clientId, name: name.trim(), description: text === '' ? null : text, category });
      }}
      foot={
        <>
          <Button look="plain" className="ms-auto" onClick={onClose}>
            {messages.labels.cancel}
          </Button>
          <Button look="primary" type="submit" disabled={isBlank} busy={isPending} busyLabel="Adding…">
            {messages.labels.addProject}
          </Button>
        </>
      }
    >
      <TextField
        label="Name"
        required
        dir="auto"
        maxLength={PROJECT_NAME_MAX}
        value={name}
        onChange={(event) => setName(event.target.value)}
      />
      <TextArea
        label="Description"
        note="optional"
        hint="Write down once what its tasks share. The assistant reads it every time."
        dir="auto"
        maxLength={PROJECT_DESCRIPTION_MAX}
        value={description}
        onChange={(event) => setDescription(event.target.value)}
      />
      <ChoiceGroup
        legend="Category"
        value={category}
        onChange={setCategory}
        choices={TASK_CATEGORIES.map((value) => ({ value, label: CATEGORY_LABELS[value] }))}
      />
    </Dialog>
  );
}

function useAddProject(onAdded: () => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: addProject,
    // A form that waits for the network would look stuck: without one it fails at once and keeps its text.
    networkMode: 'always',
    retry: (failures, error) => failures < 1 && !isRefusal(error),
    onSuccess: (project) => {
      client.setQueryData<Project[]>(queryKeys.projects, (known = []) => [
        project,
        ...known.filter(({ id }) => id !== project.id),
      ]);
      notify.success(messages.projects.added);
      onAdded();
    },
    onError: (error) => {
      logProblem('a project could not be added', error);
      notify.error(messages.projects.addFailed);
    },
  });
}
