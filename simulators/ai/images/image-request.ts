import { z } from 'zod';
import { providerSchema } from '../provider-request.ts';

/**
 * The bodies of the image calls as documented by the providers, and nothing else. `response_format` and `style`
 * belong to retired models; `moderation` is only for new images.
 */
const size = z.string().regex(/^(auto|\d{2,5}x\d{2,5})$/);

const shared = {
  model: z.string().min(1),
  prompt: z.string().min(1).max(32_000),
  quality: z.enum(['low', 'medium', 'high', 'auto']).optional(),
  background: z.enum(['auto', 'opaque', 'transparent']).optional(),
  output_format: z.enum(['png', 'jpeg', 'webp']).optional(),
};

export const generationSchema = z.strictObject({
  ...shared,
  n: z.int().min(1).max(10).optional(),
  size: size.optional(),
  output_compression: z.int().min(0).max(100).optional(),
  moderation: z.enum(['auto', 'low']).optional(),
  user: z.string().optional(),
  stream: z.boolean().optional(),
  partial_images: z.int().min(0).max(3).optional(),
});

/** Form fields are text. */
export const editSchema = z.strictObject({
  ...shared,
  n: z
    .string()
    .regex(/^([1-9]|10)$/)
    .optional(),
  size: size.optional(),
  output_compression: z
    .string()
    .regex(/^(\d{1,2}|100)$/)
    .optional(),
  input_fidelity: z.enum(['low', 'high']).optional(),
  stream: z.enum(['true', 'false']).optional(),
  partial_images: z
    .string()
    .regex(/^[0-3]$/)
    .optional(),
});

/** OpenRouter's own call: named aspect ratios, images to edit as references. */
export const routerSchema = z.strictObject({
  ...shared,
  n: z.int().min(1).max(10).optional(),
  aspect_ratio: z.enum(['auto', '1:1', '3:2', '2:3', '4:3', '3:4', '16:9', '9:16', '21:9']).optional(),
  resolution: z.enum(['512', '1K', '2K', '4K']).optional(),
  output_compression: z.int().min(0).max(100).optional(),
  seed: z.int().optional(),
  stream: z.boolean().optional(),
  provider: providerSchema.optional(),
  input_references: z
    .array(
      z.strictObject({
        type: z.literal('image_url'),
        image_url: z.strictObject({ url: z.string().startsWith('data:image/') }),
      }),
    )
    .max(16)
    .optional(),
});

/** The common form of all three. */
export interface ImageOrder {
  readonly model: string;
  readonly prompt: string;
  readonly width: number;
  readonly height: number;
  readonly format: 'png' | 'jpeg' | 'webp';
  readonly transparent: boolean;
  /** The image to edit; null for a new one. */
  readonly source: Buffer | null;
  /** Event type of a streamed response; null: one body. */
  readonly stream: 'image_generation' | 'image_edit' | null;
}
