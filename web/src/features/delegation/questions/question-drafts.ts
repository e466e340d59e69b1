import { create } from 'zustand';
import { onUserChange } from '#web/lib/session/on-user-change.ts';

/** Answers by id of the question. One that is missing gets its default. */
export type GivenAnswers = Readonly<Record<string, string>>;

interface QuestionDrafts {
  /** By run id: a row that scrolls out of view keeps what was chosen and typed. */
  readonly drafts: Readonly<Record<string, GivenAnswers>>;
  readonly change: (runId: string, answers: GivenAnswers) => void;
  readonly forget: (runId: string) => void;
}

export const useQuestionDrafts = create<QuestionDrafts>((set) => ({
  drafts: {},
  change: (runId, answers) => set(({ drafts }) => ({ drafts: { ...drafts, [runId]: answers } })),
  forget: (runId) => set(({ drafts: { [runId]: _forgotten, ...drafts } }) => ({ drafts })),
}));

onUserChange(() => useQuestionDrafts.setState({ drafts: {} }));
