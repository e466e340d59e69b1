import type { Caller } from '../../db/caller.ts';
import type { ChangeFilter } from './change-filter.ts';

/** A client's subscription request. Echoed in the join reply unchanged, because the client compares it. */
export interface ChangeRequest {
  readonly event: '*' | 'INSERT' | 'UPDATE' | 'DELETE';
  readonly schema: string;
  readonly table?: string | undefined;
  readonly filter?: string | undefined;
  readonly select?: readonly string[] | undefined;
}

/** A receiver of changes. The caller is read at each delivery, so that a refreshed token takes effect at once. */
export interface Subscriber {
  readonly caller: Caller;
  /** `data` is JSON text. */
  sendChange(ids: readonly number[], data: string): void;
  /** Reports that a change was omitted because its filter couldn't be evaluated. Not called for each one. */
  leaveChangeOut(): void;
}

export interface ChangeSubscription {
  readonly id: number;
  readonly request: ChangeRequest;
  readonly filter: ChangeFilter | null;
  readonly subscriber: Subscriber;
}

/** Live subscriptions of this process, indexed by table. */
export interface ChangeSubscriptions {
  add(subscription: ChangeSubscription): void;
  removeAllOf(subscriber: Subscriber): void;
  of(schema: string, table: string): ChangeSubscription[];
  readonly size: number;
}

/** @param onSize called with the number of subscriptions when it changes */
export function createChangeSubscriptions(onSize: (size: number) => void): ChangeSubscriptions {
  const byTable = new Map<string, Set<ChangeSubscription>>();
  const bySubscriber = new Map<Subscriber, ChangeSubscription[]>();
  let size = 0;

  return {
    get size() {
      return size;
    },
    add(subscription) {
      const { request, subscriber } = subscription;
      const key = keyOf(request.schema, request.table ?? '*');
      byTable.set(key, (byTable.get(key) ?? new Set()).add(subscription));
      bySubscriber.set(subscriber, [...(bySubscriber.get(subscriber) ?? []), subscription]);
      size += 1;
      onSize(size);
    },
    removeAllOf(subscriber) {
      const own = bySubscriber.get(subscriber) ?? [];
      bySubscriber.delete(subscriber);
      for (const subscription of own) {
        const key = keyOf(subscription.request.schema, subscription.request.table ?? '*');
        const others = byTable.get(key);
        others?.delete(subscription);
        if (others?.size === 0) byTable.delete(key);
      }
      size -= own.length;
      if (own.length > 0) onSize(size);
    },
    of(schema, table) {
      const keys = [keyOf(schema, table), keyOf(schema, '*'), keyOf('*', table), keyOf('*', '*')];
      return keys.flatMap((key) => [...(byTable.get(key) ?? [])]);
    },
  };
}

function keyOf(schema: string, table: string): string {
  return JSON.stringify([schema, table]);
}

/** Hashes a request (FNV-1a) to a stable id, by which the client matches events. */
export function requestId(request: ChangeRequest): number {
  const { event, schema, table, filter, select } = request;
  let hash = 0x811c9dc5;
  for (const byte of Buffer.from(JSON.stringify([event, schema, table, filter, select]))) {
    hash = Math.imul(hash ^ byte, 0x01000193) >>> 0;
  }
  return hash || 1; // the client treats 0 as "none"
}
