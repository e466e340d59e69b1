import * as z from 'zod/mini';
import {
  AI_TASK_TYPES,
  ATTACHMENTS_MAX,
  BRIEF_MAX,
  DEFAULT_IMAGE_OPTIONS,
  INSTRUCTION_MAX,
  WISH_MAX,
} from '../ai-task.ts';
import { imageOptions } from '../image-options.ts';
import {
  BRUSH_MAX,
  BRUSH_MIN,
  countPoints,
  RECTANGLE_MIN,
  REGION_MARKS_MAX,
  REGION_POINTS_MAX,
  regionRectangle,
  regionStroke,
} from '../image-region.ts';
import { DEFAULT_LANGUAGE, LANGUAGE_CODES } from '../languages.ts';
import { ANSWER_MAX, QUESTIONS_MAX } from '../run/questions.ts';
import { PLAN_KEYS } from '../shop/plans.ts';

/**
 * Request bodies of the functions under /functions/v1. Unknown names are rejected: a misspelt option must not
 * silently become a default.
 */

/** Any 128 bits in the usual notation: unknown ids are "not found", whatever their version digit. */
const id = z.guid('must be a uuid');

/** The stored shape with range checks: these cost each page a kilobyte, and only input needs them. */
const place = z.number().check(z.gte(0), z.lte(1));
const extent = z.number().check(z.gte(RECTANGLE_MIN), z.lte(1));
const percent = z.int().check(z.gte(0), z.lte(100));

/** Maximum rounding error of sums of decimal fractions. */
const ROUNDING = 1e-6;

const regionMark = z.discriminatedUnion('shape', [
  z.strictObject({ ...regionRectangle.shape, x: place, y: place, width: extent, height: extent }).check(
    z.refine(({ x, y, width, height }) => x + width <= 1 + ROUNDING && y + height <= 1 + ROUNDING, {
      message: 'the rectangle extends beyond the image',
    }),
  ),
  z.strictObject({
    ...regionStroke.shape,
    size: z.number().check(z.gte(BRUSH_MIN), z.lte(BRUSH_MAX)),
    points: z.readonly(
      z.array(z.readonly(z.tuple([place, place]))).check(z.minLength(1), z.maxLength(REGION_POINTS_MAX)),
    ),
  }),
]);

const imageRegion = z.readonly(
  z.array(regionMark).check(
    z.minLength(1),
    z.maxLength(REGION_MARKS_MAX),
    z.refine((marks) => countPoints(marks) <= REGION_POINTS_MAX, {
      message: `at most ${REGION_POINTS_MAX} points in all`,
    }),
  ),
);

/** Paths in the bucket task-attachments. */
const attachments = z
  .array(z.string().check(z.minLength(1), z.maxLength(300)))
  .check(z.maxLength(ATTACHMENTS_MAX));

export const lookAtFilesInput = z.strictObject({ ai_task_type: z.enum(AI_TASK_TYPES), attachments });
export type LookAtFilesInput = z.output<typeof lookAtFilesInput>;

export const delegateInput = z.strictObject({
  task_id: id,
  ai_task_type: z.enum(AI_TASK_TYPES),
  /** Undefined: the task's own project is sent as context. Null: none is. */
  project_id: z.optional(z.nullable(id)),
  attachments: z._default(attachments, []),
  language: z._default(z.enum(LANGUAGE_CODES), DEFAULT_LANGUAGE),
  image: z.optional(
    z.strictObject({
      ...imageOptions.shape,
      compression: z._default(percent, DEFAULT_IMAGE_OPTIONS.compression),
    }),
  ),
  /** The run of this task whose answer is followed up. */
  parent_run_id: z.optional(id),
  /** The user's change to that answer. */
  instruction: z.optional(z.string().check(z.trim(), z.minLength(1), z.maxLength(INSTRUCTION_MAX))),
  /** What the user adds to the task. */
  wish: z.optional(
    z
      .string()
      .check(z.trim(), z.minLength(1), z.maxLength(WISH_MAX, `must be at most ${WISH_MAX} characters`)),
  ),
  /** The brief of a picture, which is used as it is. Omitted: a text model writes one, if there is one. */
  brief: z.optional(z.string().check(z.trim(), z.minLength(1), z.maxLength(BRIEF_MAX))),
  /** Part of the picture that an image edit may change. Undefined: all of it. */
  mask: z.optional(imageRegion),
});
export type DelegateInput = z.output<typeof delegateInput>;
export type DelegateRequest = z.input<typeof delegateInput>;

export const cancelRunInput = z.strictObject({ run_id: id });
export type CancelRunInput = z.output<typeof cancelRunInput>;

export const mailResultInput = z.strictObject({
  run_id: id,
  /** On pages of its own, at the end of the PDF. */
  with_receipt: z._default(z.boolean(), true),
});
export type MailResultInput = z.output<typeof mailResultInput>;

export const answerRunInput = z.strictObject({
  run_id: id,
  /** By id of the question. One without an answer gets its default. */
  answers: z
    .record(
      z.string().check(z.maxLength(20)),
      z
        .string()
        .check(z.trim(), z.minLength(1), z.maxLength(ANSWER_MAX, `must be at most ${ANSWER_MAX} characters`)),
    )
    .check(
      z.refine((answers) => Object.keys(answers).length <= QUESTIONS_MAX, `at most ${QUESTIONS_MAX} answers`),
    ),
});
export type AnswerRunInput = z.output<typeof answerRunInput>;

export const ensureProfileInput = z.strictObject({
  terms_accepted: z.literal(true, 'must be true: you have to accept the terms of service to open an account'),
  marketing_accepted: z._default(z.boolean(), false),
});
export type EnsureProfileInput = z.output<typeof ensureProfileInput>;

/**
 * Proof for irreversible acts. Neither is needed within minutes of the sign-in. `nonce` is the code emailed by
 * `GET /auth/v1/reauthenticate`.
 */
export const ownerProof = z.strictObject({
  password: z.optional(z.string().check(z.minLength(1), z.maxLength(1000))),
  nonce: z.optional(z.string().check(z.minLength(1), z.maxLength(100))),
});
export type OwnerProof = z.output<typeof ownerProof>;

/** As typed, with or without dashes. */
export const redeemInput = z.strictObject({
  code: z.string().check(z.trim(), z.minLength(1), z.maxLength(100)),
});
export type RedeemInput = z.output<typeof redeemInput>;

/** Items that may be requested; the price table decides whether they are sold here. */
export const checkoutItem = z.union(
  [z.enum(PLAN_KEYS), z.templateLiteral(['pack_', z.int()])],
  'must be a plan such as start_monthly, or a pack such as pack_500',
);

/** `checkout` opens a page to pay for one item. The caller decides nothing else about it. */
export const checkoutInput = z.strictObject({ item: checkoutItem });
export type CheckoutInput = z.output<typeof checkoutInput>;

/** `billing-portal` opens the page for changing plans and viewing invoices. */
export const billingPortalInput = z.strictObject({});

/** `find-local-models` looks for model servers on the server's own computer. The caller can't choose where. */
export const findLocalModelsInput = z.strictObject({});
export type FindLocalModelsInput = z.output<typeof findLocalModelsInput>;

/**
 * `check-models` makes a small call to each connected model and returns a ModelReport. The caller can't choose
 * the calls.
 */
export const checkModelsInput = z.strictObject({});
export type CheckModelsInput = z.output<typeof checkModelsInput>;
