import { z } from 'zod';
import { Refusal } from './refusal.ts';

/** The parameters that we send. Any others are rejected, as Stripe does. */

const text = z.string().min(1).max(5000);
const whole = z.string().regex(/^\d+$/).transform(Number).pipe(z.int());
const flag = z.enum(['true', 'false']).transform((value) => value === 'true');
const metadata = z.record(z.string().max(40), z.string().max(500)).default({});
const expand = z.array(z.string()).default([]);
const page = {
  limit: whole.pipe(z.int().min(1).max(100)).default(10),
  starting_after: text.optional(),
  expand,
};
const address = z.url().max(5000);

export const params = {
  readOne: z.strictObject({ expand }),
  nothing: z.strictObject({}),
  customer: z.strictObject({ email: z.email().optional(), metadata }),
  product: z.strictObject({
    id: text.regex(/^[\w-]+$/).optional(),
    name: text,
    description: text.optional(),
    metadata,
  }),
  productChange: z.strictObject({
    name: text.optional(),
    description: text.optional(),
    metadata,
    active: flag.optional(),
  }),
  price: z.strictObject({
    currency: z.string().regex(/^[a-z]{3}$/),
    unit_amount: whole,
    product: text,
    lookup_key: z.string().max(200).optional(),
    transfer_lookup_key: flag.default(false),
    tax_behavior: z.enum(['inclusive', 'exclusive', 'unspecified']).default('unspecified'),
    recurring: z
      .strictObject({ interval: z.enum(['day', 'week', 'month', 'year']), interval_count: whole.default(1) })
      .optional(),
    metadata,
  }),
  priceChange: z.strictObject({ active: flag.optional(), metadata }),
  priceList: z.strictObject({
    lookup_keys: z.array(text).max(10).optional(),
    product: text.optional(),
    active: flag.optional(),
    ...page,
  }),
  session: z
    .strictObject({
      mode: z.enum(['payment', 'subscription']),
      customer: text.optional(),
      client_reference_id: z.string().max(200).optional(),
      success_url: address,
      cancel_url: address.optional(),
      line_items: z.array(z.strictObject({ price: text, quantity: whole.pipe(z.int().min(1)) })).min(1),
      metadata,
      payment_intent_data: z.strictObject({ metadata }).optional(),
      subscription_data: z.strictObject({ metadata }).optional(),
    })
    .refine(
      ({ mode, payment_intent_data: data }) => mode === 'payment' || data === undefined,
      'You can not pass `payment_intent_data` in `subscription` mode.',
    )
    .refine(
      ({ mode, subscription_data: data }) => mode === 'subscription' || data === undefined,
      'You can not pass `subscription_data` in `payment` mode.',
    ),
  sessionList: z.strictObject({ payment_intent: text.optional(), ...page }),
  refund: z.strictObject({
    payment_intent: text,
    amount: whole.optional(),
    reason: z.enum(['duplicate', 'fraudulent', 'requested_by_customer']).optional(),
  }),
  refundList: z.strictObject({ charge: text.optional(), payment_intent: text.optional(), ...page }),
  disputeList: z.strictObject({ charge: text.optional(), payment_intent: text.optional(), ...page }),
  invoiceList: z.strictObject({
    subscription: text.optional(),
    status: z.enum(['draft', 'open', 'paid', 'uncollectible', 'void']).optional(),
    ...page,
  }),
  invoicePaymentList: z.strictObject({
    payment: z.strictObject({ type: z.literal('payment_intent'), payment_intent: text }).optional(),
    invoice: text.optional(),
    ...page,
  }),
  eventList: z.strictObject({
    types: z.array(text).max(20).optional(),
    created: z.strictObject({ gte: whole.optional() }).optional(),
    ...page,
  }),
  portalSession: z.strictObject({
    customer: text,
    return_url: address.optional(),
    configuration: text.optional(),
    flow_data: z
      .strictObject({
        type: z.literal('subscription_update_confirm'),
        subscription_update_confirm: z.strictObject({
          subscription: text,
          items: z.array(z.strictObject({ id: text, price: text, quantity: whole })).length(1),
        }),
      })
      .optional(),
  }),
  /** Only the names at the top are validated, not the portal's many features. */
  portalConfiguration: z.strictObject({
    business_profile: z.looseObject({}).optional(),
    default_return_url: address.optional(),
    features: z.looseObject({}).optional(),
    metadata,
    active: flag.optional(),
  }),
  endpoint: z.strictObject({
    url: address,
    enabled_events: z.array(text).min(1),
    description: text.optional(),
    api_version: text.optional(),
    metadata,
  }),
  endpointChange: z.strictObject({
    url: address.optional(),
    enabled_events: z.array(text).min(1).optional(),
    description: text.optional(),
    metadata,
  }),
  list: z.strictObject(page),
  portalList: z.strictObject({ active: flag.optional(), is_default: flag.optional(), ...page }),
};

/** Parses the parameters, or throws Stripe's error. */
export function read<T>(schema: z.ZodType<T>, form: unknown): T {
  const parsed = schema.safeParse(form);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const param = issue?.path.join('.') ?? '';
  if (issue?.code === 'unrecognized_keys') {
    const name = [param, issue.keys[0]].filter(Boolean).join('.');
    throw new Refusal(400, {
      code: 'parameter_unknown',
      param: name,
      message: `Received unknown parameter: ${name}`,
    });
  }
  const isMissing = issue?.code === 'invalid_type' && issue.input === undefined;
  throw new Refusal(400, {
    code: isMissing ? 'parameter_missing' : 'parameter_invalid',
    param,
    message: isMissing ? `Missing required param: ${param}.` : `Invalid ${param}: ${issue?.message}`,
  });
}
