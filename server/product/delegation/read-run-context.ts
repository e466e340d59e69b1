import { z } from 'zod';
import { ABOUT_TONES, ABOUT_UNITS } from '#domain/about-me.ts';
import { AI_TASK_TYPES, type AiTaskType, isTextTask } from '#domain/ai-task.ts';
import { runContract } from '#domain/contract/run-contract.ts';
import { evidence, isPage } from '#domain/evidence.ts';
import { imageOptions } from '#domain/image-options.ts';
import { regionMark } from '#domain/image-region.ts';
import { LANGUAGE_CODES } from '#domain/languages.ts';
import { attachment } from '#domain/rows/run-row.ts';
import { runAnswer } from '#domain/run/questions.ts';
import { TASK_CATEGORIES, TASK_PRIORITIES, TASK_TIMEFRAMES } from '#domain/task.ts';
import type { Runner } from '#server/platform/db/database.ts';
import type { ToolInput } from '../ai/tool.ts';
import type { CheckedAttachment } from '../files/check-attachments.ts';

export interface RunContext {
  readonly taskId: string;
  readonly type: AiTaskType;
  readonly isDemo: boolean;
  /** No credit was taken yet. */
  readonly isUnpaid: boolean;
  /** Its questions were shown, whether or not anybody answered. */
  readonly hasAsked: boolean;
  /** Files are read separately, from the store. */
  readonly input: Omit<ToolInput, 'files'>;
  readonly attachments: readonly CheckedAttachment[];
}

/** More titles than any model is shown: the tool cuts the list to fit. */
const TITLES_READ = 500;

const context = z.object({
  task_id: z.string(),
  ai_task_type: z.enum(AI_TASK_TYPES),
  language: z.enum(LANGUAGE_CODES),
  is_demo: z.boolean(),
  is_unpaid: z.boolean(),
  has_asked: z.boolean(),
  answers: z.array(runAnswer),
  instruction: z.string().nullable(),
  wish: z.string().nullable(),
  brief: z.string().nullable(),
  contract: z.nullable(runContract),
  image: z.nullable(imageOptions),
  mask: z.nullable(z.array(regionMark)),
  attachments: z.array(z.object({ ...attachment.shape, etag: z.string() })),
  previous_answer: z.string().nullable(),
  earlier_sources: z.nullable(evidence.shape.sources),
  task: z.object({
    title: z.string(),
    notes: z.string(),
    category: z.enum(TASK_CATEGORIES),
    priority: z.enum(TASK_PRIORITIES),
    timeframe: z.enum(TASK_TIMEFRAMES),
    dueOn: z.nullable(z.iso.date()),
  }),
  project: z
    .object({
      title: z.string(),
      description: z.string().nullable(),
      category: z.literal('project'),
      taskTitles: z.array(z.string()),
    })
    .nullable(),
  about: z
    .object({
      country: z.string().nullable(),
      currency: z.string().nullable(),
      units: z.enum(ABOUT_UNITS).nullable(),
      tone: z.enum(ABOUT_TONES).nullable(),
      facts: z.string(),
    })
    .nullable(),
});

/** Everything that a tool sees of a run. Every part is looked up by the run's own user. */
const SQL = `
  select r.task_id, r.ai_task_type, r.language, r.is_demo, r.is_unpaid is true as is_unpaid,
    r.questions is not null as has_asked, coalesce(r.answers, '[]') as answers, r.options ->> 'instruction' as instruction,
    r.options ->> 'wish' as wish, r.options ->> 'brief' as brief,
    r.options -> 'image' as image, r.options -> 'mask' as mask, coalesce(r.options -> 'attachments', '[]') as attachments,
    json_build_object(
      'title', t.title, 'notes', coalesce(r.task_notes, ''), 'category', t.category, 'priority', t.priority,
      'timeframe', t.timeframe, 'dueOn', t.due_on) as task,
    case when p.id is not null then json_build_object(
      'title', p.name, 'description', p.description, 'category', 'project',
      'taskTitles', (
        select coalesce(json_agg(o.title), '[]') from (
          select title from public.tasks
          where user_id = r.user_id and project_id = p.id and id <> t.id
          order by created_at desc, id desc limit ${TITLES_READ}
        ) o
      )
    ) end as project,
    r.about, r.contract,
    a.content as previous_answer, a.evidence -> 'sources' as earlier_sources
  from public.ai_runs r
  join public.tasks t on t.user_id = r.user_id and t.id = r.task_id
  left join public.projects p on p.user_id = r.user_id and p.id = r.project_id
  left join public.ai_responses a on a.user_id = r.user_id and a.run_id = r.parent_run_id
  where r.id = $1`;

/** Null if the run is gone with its task. */
export async function readRunContext(runner: Runner, runId: string): Promise<RunContext | null> {
  const [row] = await runner.query(SQL, [runId]);
  if (!row) return null;
  const {
    task_id: taskId,
    ai_task_type: type,
    is_demo: isDemo,
    is_unpaid: isUnpaid,
    has_asked: hasAsked,
    previous_answer: previousAnswer,
    earlier_sources: sources,
    attachments,
    about,
    ...rest
  } = context.parse(row);
  // Pages of the user's own files have no URL: the files are read again.
  const earlierSources = (sources ?? []).filter((source) => !isPage(source));
  // A picture has no units and no tone.
  const input = { ...rest, about: isTextTask(type) ? about : null, previousAnswer, earlierSources };
  return { taskId, type, isDemo, isUnpaid, hasAsked, attachments, input };
}
