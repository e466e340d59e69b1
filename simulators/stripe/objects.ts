/** The relevant parts of Stripe's objects, by Stripe's names. Times are in Unix seconds. */

export interface Price {
  id: string;
  object: 'price';
  active: boolean;
  livemode: boolean;
  lookup_key: string | null;
  unit_amount: number;
  currency: string;
  product: string;
  tax_behavior: string;
  metadata: Record<string, string>;
  recurring: { interval: string; interval_count: number } | null;
  type: 'one_time' | 'recurring';
}

export interface Product {
  id: string;
  object: 'product';
  active: boolean;
  name: string;
  description: string | null;
  metadata: Record<string, string>;
}

export interface Customer {
  id: string;
  object: 'customer';
  email: string | null;
  metadata: Record<string, string>;
}

export interface Session {
  id: string;
  object: 'checkout.session';
  created: number;
  livemode: boolean;
  mode: 'payment' | 'subscription';
  status: 'open' | 'complete' | 'expired';
  payment_status: 'paid' | 'unpaid' | 'no_payment_required';
  customer: string | null;
  client_reference_id: string | null;
  currency: string;
  amount_total: number;
  payment_intent: string | null;
  subscription: string | null;
  payment_link: string | null;
  success_url: string;
  cancel_url: string | null;
  url: string | null;
  metadata: Record<string, string>;
  /** Only included if requested. */
  line_items: { price: string; quantity: number }[];
  /** Copied to the objects it creates. */
  inner_metadata: Record<string, string>;
}

export interface PaymentIntent {
  id: string;
  object: 'payment_intent';
  amount: number;
  amount_received: number;
  currency: string;
  status: string;
  latest_charge: string | null;
}

export interface Charge {
  id: string;
  object: 'charge';
  amount: number;
  amount_refunded: number;
  refunded: boolean;
  disputed: boolean;
  payment_intent: string;
}

export interface Refund {
  id: string;
  object: 'refund';
  amount: number;
  charge: string;
  payment_intent: string;
  status: 'pending' | 'succeeded' | 'failed';
  /** Only set if it failed. */
  failure_reason?: string;
}

export interface Dispute {
  id: string;
  object: 'dispute';
  amount: number;
  charge: string;
  payment_intent: string;
  status: 'needs_response' | 'under_review' | 'won' | 'lost';
}

export interface SubscriptionItem {
  id: string;
  price: string;
  quantity: number;
  current_period_start: number;
  current_period_end: number;
}

export interface Subscription {
  id: string;
  object: 'subscription';
  created: number;
  livemode: boolean;
  status: 'active' | 'past_due' | 'canceled' | 'incomplete' | 'unpaid';
  customer: string;
  metadata: Record<string, string>;
  cancel_at: number | null;
  cancel_at_period_end: boolean;
  ended_at: number | null;
  item: SubscriptionItem;
}

export interface InvoiceLine {
  amount: number;
  price: string;
  quantity: number;
  period: { start: number; end: number };
}

export interface Invoice {
  id: string;
  object: 'invoice';
  created: number;
  currency: string;
  status: 'open' | 'paid' | 'void';
  amount_paid: number;
  billing_reason: string;
  subscription: string;
  paid_at: number | null;
  payment_intent: string | null;
  lines: InvoiceLine[];
}

export interface PaymentLink {
  id: string;
  object: 'payment_link';
  url: string;
}

export interface PortalSession {
  id: string;
  object: 'billing_portal.session';
  customer: string;
  return_url: string | null;
  url: string;
  /** The plan change on whose confirmation it opens. */
  change: { subscription: string; price: string } | null;
}

export interface StripeEvent {
  id: string;
  object: 'event';
  api_version: string;
  created: number;
  livemode: boolean;
  type: string;
  data: { object: Record<string, unknown> };
}

export interface WebhookEndpoint {
  id: string;
  object: 'webhook_endpoint';
  url: string;
  enabled_events: string[];
  status: 'enabled';
  metadata: Record<string, string>;
}

export interface PortalConfiguration {
  id: string;
  object: 'billing_portal.configuration';
  is_default: boolean;
  active: boolean;
  metadata: Record<string, string>;
  features: unknown;
}
