import * as z from 'zod/mini';
import { AI_TASK_TYPES, ATTACHMENTS_MAX, DEFAULT_IMAGE_OPTIONS, INSTRUCTION_MAX } from '../ai-task.ts';
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
import { PLAN_KEYS } from '../shop/plans.ts';

/** Bodies of the functions under /functions/v1. Unknown names are refused: a misspelt option must not be a silent default. */

/** Any 128 bits in the usual form: an id that no row has is "not found", whatever its version digit. */
const id = z.guid('must be a uuid');

/** The shape of what is stored, within its ranges: number checks cost each page a kilobyte, and only input needs them. */
const place = z.number().check(z.gte(0), z.lte(1));
const extent = z.number().check(z.gte(RECTANGLE_MIN), z.lte(1));
const percent = z.int().check(z.gte(0), z.lte(100));

/** Sums of decimal fractions miss by less than this. */
const ROUNDING = 1e-6;

const regionMark = z.discriminatedUnion('shape', [
  z.strictObject({ ...regionRectangle.shape, x: place, y: place, width: extent, height: extent }).check(
    z.refine(({ x, y, width, height }) => x + width <= 1 + ROUNDING && y + height <= 1 + ROUNDING, {
      message: 'the rectangle reaches beyond the picture',
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

export const delegateInput = z.strictObject({
  task_id: id,
  ai_task_type: z.enum(AI_TASK_TYPES),
  /** Left out: the task's own project goes along as context. null: none does. */
  project_id: z.optional(z.nullable(id)),
  /** Paths in the bucket task-attachments. */
  attachments: z._default(
    z.array(z.string().check(z.minLength(1), z.maxLength(300))).check(z.maxLength(ATTACHMENTS_MAX)),
    [],
  ),
  language: z._default(z.enum(LANGUAGE_CODES), DEFAULT_LANGUAGE),
  image: z.optional(
    z.strictObject({
      ...imageOptions.shape,
      compression: z._default(percent, DEFAULT_IMAGE_OPTIONS.compression),
    }),
  ),
  /** The run of this task whose answer is followed up. */
  parent_run_id: z.optional(id),
  instruction: z.optional(z.string().check(z.trim(), z.minLength(1), z.maxLength(INSTRUCTION_MAX))),
  /** The part of the picture that an image edit may change. Left out: all of it. */
  mask: z.optional(imageRegion),
});
export type DelegateInput = z.output<typeof delegateInput>;
export type DelegateRequest = z.input<typeof delegateInput>;

export const cancelRunInput = z.strictObject({ run_id: id });
export type CancelRunInput = z.output<typeof cancelRunInput>;

export const ensureProfileInput = z.strictObject({
  terms_accepted: z.literal(true, 'must be true: an account needs the terms of service accepted'),
  marketing_accepted: z._default(z.boolean(), false),
});
export type EnsureProfileInput = z.output<typeof ensureProfileInput>;

/**
 * In front of what cannot be taken back. Neither: the sign-in was a few minutes ago. `nonce` is the code that
 * `GET /auth/v1/reauthenticate` mails.
 */
export const ownerProof = z.strictObject({
  password: z.optional(z.string().check(z.minLength(1), z.maxLength(1000))),
  nonce: z.optional(z.string().check(z.minLength(1), z.maxLength(100))),
});
export type OwnerProof = z.output<typeof ownerProof>;

/** As it was given, with or without its dashes. */
export const redeemInput = z.strictObject({
  code: z.string().check(z.trim(), z.minLength(1), z.maxLength(100)),
});
export type RedeemInput = z.output<typeof redeemInput>;

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

/** `find-local-models` looks for servers of models on the server's own computer. Where to look is not the caller's to say. */
export const findLocalModelsInput = z.strictObject({});
export type FindLocalModelsInput = z.output<typeof findLocalModelsInput>;

/** `check-models` makes a small call to each connected model and answers with a ModelReport. What is asked is not the caller's to say. */
export const checkModelsInput = z.strictObject({});
export type CheckModelsInput = z.output<typeof checkModelsInput>;
