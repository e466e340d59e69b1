import * as z from 'zod/mini';
import { t } from '#web/texts/app.ts';

const picture = z.object({ name: z.string(), rows: z.number() });
const named = z.object({ name: z.string() });
const tables = z.object({ tables: z.number(), rows: z.number(), columns: z.number() });
const ran = z.object({ queries: z.number(), rows: z.number(), failed: z.number() });
const bound = z.object({ numbers: z.number(), loose: z.number() });

/** Steps of a data analysis, in words. */
export const TABLE_WORDS = {
  read_picture: (params: unknown) => {
    const step = picture.safeParse(params).data;
    return step && t('delegation.step.read_picture', step);
  },
  picture_not_read: (params: unknown) => {
    const step = named.safeParse(params).data;
    return step && t('delegation.step.picture_not_read', step);
  },
  read_tables: (params: unknown) => {
    const step = tables.safeParse(params).data;
    return step && t('delegation.step.read_tables', step);
  },
  ran_queries: (params: unknown) => {
    const step = ran.safeParse(params).data;
    if (!step) return undefined;
    return step.failed === 0
      ? t('delegation.step.ran_queries', step)
      : t('delegation.step.ran_queries_failed', step);
  },
  bound_numbers: (params: unknown) => {
    const step = bound.safeParse(params).data;
    if (!step) return undefined;
    return step.loose === 0
      ? t('delegation.step.bound_numbers', step)
      : t('delegation.step.bound_numbers_loose', step);
  },
};
