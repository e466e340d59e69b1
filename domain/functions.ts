import { z } from 'zod';
import {
  AI_TASK_TYPES,
  ATTACHMENTS_MAX,
  DEFAULT_IMAGE_OPTIONS,
  IMAGE_ASPECT_RATIOS,
  IMAGE_BACKGROUNDS,
  IMAGE_FORMATS,
  INSTRUCTION_MAX,
} from './ai-task.ts';
import {
  BRUSH_MAX,
  BRUSH_MIN,
  countPoints,
  RECTANGLE_MIN,
  REGION_MARKS_MAX,
  REGION_POINTS_MAX,
} from './image-region.ts';
import { DEFAULT_LANGUAGE, LANGUAGE_CODES } from './languages.ts';
import { PLAN_KEYS } from './shop/plans.ts';

/**
 * What every function under /functions/v1 takes and answers. A browser imports the types; the schemas need the
 * whole of zod. Unknown names are refused: a misspelt option must not be a silent default.
 */

/** Any 128 bits in the usual form: an id that no row has is "not found", whatever its version digit. */
const id = z.guid('must be a uuid');

export const imageOptions = z.strictObject({
  aspect_ratio: z.enum(IMAGE_ASPECT_RATIOS).default(DEFAULT_IMAGE_OPTIONS.aspect_ratio),
  format: z.enum(IMAGE_FORMATS).default(DEFAULT_IMAGE_OPTIONS.format),
  compression: z.int().min(0).max(100).default(DEFAULT_IMAGE_OPTIONS.compression),
  background: z.enum(IMAGE_BACKGROUNDS).default(DEFAULT_IMAGE_OPTIONS.background),
});
export type ImageOptions = z.output<typeof imageOptions>;

const place = z.number().min(0).max(1);
const extent = z.number().min(RECTANGLE_MIN).max(1);
/** Sums of decimal fractions miss by less than this. */
const ROUNDING = 1e-6;

const regionMark = z.discriminatedUnion('shape', [
  z
    .strictObject({ shape: z.literal('rectangle'), x: place, y: place, width: extent, height: extent })
    .refine(({ x, y, width, height }) => x + width <= 1 + ROUNDING && y + height <= 1 + ROUNDING, {
      message: 'the rectangle reaches beyond the picture',
    }),
  z.strictObject({
    shape: z.literal('stroke'),
    size: z.number().min(BRUSH_MIN).max(BRUSH_MAX),
    points: z
      .array(z.tuple([place, place]).readonly())
      .min(1)
      .max(REGION_POINTS_MAX)
      .readonly(),
  }),
]);

/** Where an edited picture may change (image-region.ts). */
export const imageRegion = z
  .array(regionMark)
  .min(1)
  .max(REGION_MARKS_MAX)
  .refine((marks) => countPoints(marks) <= REGION_POINTS_MAX, {
    message: `at most ${REGION_POINTS_MAX} points in all`,
  })
  .readonly();

export const delegateInput = z.strictObject({
  task_id: id,
  ai_task_type: z.enum(AI_TASK_TYPES),
  /** Left out: the task's own project goes along as context. null: none does. */
  project_id: id.nullable().optional(),
  /** Paths in the bucket task-attachments. */
  attachments: z.array(z.string().min(1).max(300)).max(ATTACHMENTS_MAX).default([]),
  language: z.enum(LANGUAGE_CODES).default(DEFAULT_LANGUAGE),
  image: imageOptions.optional(),
  /** The run of this task whose answer is followed up. */
  parent_run_id: id.optional(),
  instruction: z.string().trim().min(1).max(INSTRUCTION_MAX).optional(),
  /** The part of the picture that an image edit may change. Left out: all of it. */
  mask: imageRegion.optional(),
});
export type DelegateInput = z.output<typeof delegateInput>;
export type DelegateRequest = z.input<typeof delegateInput>;

const RUN_STATUSES = ['queued', 'running', 'succeeded', 'failed', 'cancelled'] as const;
export type RunStatus = (typeof RUN_STATUSES)[number];

/** A row of ai_runs, as the data API answers it too. */
export const run = z.object({
  id,
  user_id: id,
  task_id: id,
  project_id: id.nullable(),
  parent_run_id: id.nullable(),
  ai_task_type: z.enum(AI_TASK_TYPES),
  language: z.string(),
  options: z.record(z.string(), z.unknown()),
  status: z.enum(RUN_STATUSES),
  attempt: z.int(),
  is_demo: z.boolean(),
  partial_text: z.string(),
  error_code: z.string().nullable(),
  error_message: z.string().nullable(),
  model_used: z.string().nullable(),
  created_at: z.string(),
  started_at: z.string().nullable(),
  finished_at: z.string().nullable(),
});
export type Run = z.output<typeof run>;

/** A file that a run has made (`ai_responses.files`). */
const runFile = z.object({
  bucket: z.string(),
  path: z.string(),
  name: z.string(),
  type: z.string(),
  /** Bytes. */
  size: z.int(),
  /** Pixels, of a picture. */
  width: z.int().optional(),
  height: z.int().optional(),
});
export type RunFile = z.output<typeof runFile>;

/** `delegate` answers 202 with it, `cancel-run` 200. */
export const runOutput = z.object({ run });

export const cancelRunInput = z.strictObject({ run_id: id });
export type CancelRunInput = z.output<typeof cancelRunInput>;

export const ensureProfileInput = z.strictObject({
  terms_accepted: z.literal(true, 'must be true: an account needs the terms of service accepted'),
  marketing_accepted: z.boolean().default(false),
});
export type EnsureProfileInput = z.output<typeof ensureProfileInput>;

/**
 * In front of what cannot be taken back. Neither: the sign-in was a few minutes ago. `nonce` is the code that
 * `GET /auth/v1/reauthenticate` mails.
 */
export const ownerProof = z.strictObject({
  password: z.string().min(1).max(1000).optional(),
  nonce: z.string().min(1).max(100).optional(),
});
export type OwnerProof = z.output<typeof ownerProof>;

const EXPORT_STATUSES = ['queued', 'running', 'ready', 'failed'] as const;

/** A row of account_exports: an archive, and how far it is. */
export const accountExport = z.object({
  id,
  status: z.enum(EXPORT_STATUSES),
  files_total: z.int(),
  files_done: z.int(),
  /** In the bucket account-exports. */
  path: z.string(),
  /** Bytes, once it is ready. */
  size: z.int().nullable(),
  created_at: z.string(),
  finished_at: z.string().nullable(),
  /** Until when it can be fetched. */
  expires_at: z.string().nullable(),
});
export type AccountExport = z.output<typeof accountExport>;

export const exportOutput = z.object({ export: accountExport });

/** As it was given, with or without its dashes. */
export const redeemInput = z.strictObject({ code: z.string().trim().min(1).max(100) });
export type RedeemInput = z.output<typeof redeemInput>;

export const redeemOutput = z.object({
  /** Credits. */
  granted: z.int(),
});

/** What somebody may ask for; whether it is sold here, the price table says. */
export const checkoutItem = z.union(
  [z.enum(PLAN_KEYS), z.templateLiteral(['pack_', z.int()])],
  'must be a plan such as start_monthly, or a pack such as pack_500',
);

/** `checkout` opens a page on which one item is paid. Nothing else about it is the caller's to say. */
export const checkoutInput = z.strictObject({ item: checkoutItem });
export type CheckoutInput = z.output<typeof checkoutInput>;

/** `billing-portal` opens the page on which plans are changed and bills are read. */
export const billingPortalInput = z.strictObject({});

/** Both answer with the address of that page. */
export const addressOutput = z.object({ url: z.url() });

/** `find-local-models` looks for servers of models on the server's own computer. Where to look is not the caller's to say. */
export const findLocalModelsInput = z.strictObject({});
export type FindLocalModelsInput = z.output<typeof findLocalModelsInput>;

export const localModelsOutput = z.object({
  servers: z.array(z.object({ name: z.string(), base: z.url(), models: z.array(z.string()) })),
});
export type LocalModelsOutput = z.output<typeof localModelsOutput>;

/** `check-models` makes a small call to each connected model and answers with a ModelReport. What is asked is not the caller's to say. */
export const checkModelsInput = z.strictObject({});
export type CheckModelsInput = z.output<typeof checkModelsInput>;

export const profile = z.object({
  id,
  email: z.string().nullable(),
  full_name: z.string(),
  subscription_tier: z.enum(['free', 'start', 'pro', 'premium']),
  credits_used: z.int(),
  credits_limit: z.int(),
  created_at: z.string(),
  updated_at: z.string(),
});
export type Profile = z.output<typeof profile>;

export const profileOutput = z.object({ profile });

/** Sent on the private topic `user:<user id>` as the event `run_text` while an answer is being written. */
export interface RunTextPayload {
  readonly run_id: string;
  readonly task_id: string;
  /** A higher attempt makes all text of the lower ones void. */
  readonly attempt: number;
  /** Where in the answer `text` belongs, in UTF-16 units. 0 begins anew: what came before is void. */
  readonly offset: number;
  readonly text: string;
}

/** Sent on the same topic as the event `run_preview` while a picture is being made: how it looks on the way. Kept nowhere. */
export interface RunPreviewPayload {
  readonly run_id: string;
  readonly task_id: string;
  readonly attempt: number;
  /** A small JPEG as a `data:` address. */
  readonly picture: string;
}
