import { DatabaseError } from '#server/platform/db/database.ts';
import type { Driver, Session } from '#server/platform/db/driver.ts';

/** A driver that is lent: once closed it refuses everything, while the engine behind it goes on. */
export interface Lease {
  readonly driver: Driver;
  /** Nothing of it runs any more: the engine may be lent again. */
  readonly isOver: () => boolean;
}

export function leaseOf(host: Driver): Lease {
  const endings = new Set<() => unknown>();
  let underWay = 0;
  let closing: Promise<boolean> | undefined;
  let onIdle = (): void => {};

  const begin = (): void => {
    if (closing) throw new DatabaseError('57P01', 'the database is closing');
    underWay += 1;
  };
  const end = (): void => {
    underWay -= 1;
    if (underWay === 0) onIdle();
  };
  const close = async (limit: number): Promise<boolean> => {
    const idle = new Promise<void>((resolve) => (onIdle = resolve));
    if (underWay > 0) await within(idle, limit);
    for (const ending of endings) await ending();
    return underWay === 0;
  };

  const driver: Driver = {
    engine: host.engine,
    async run(...work) {
      begin();
      return host.run(...work).finally(end);
    },
    async hold() {
      begin();
      return host.hold().then(
        (session) => endingSession(session, end),
        (error: unknown) => {
          end();
          throw error;
        },
      );
    },
    async listen(...channel) {
      begin();
      const stop = await host.listen(...channel).finally(end);
      endings.add(stop);
      return async () => {
        if (endings.delete(stop)) await stop();
      };
    },
    onReopen(listener) {
      const stop = host.onReopen(listener);
      endings.add(stop);
      return stop;
    },
    claim: (...name) => host.claim(...name),
    isCurrent: () => host.isCurrent(),
    isHealthy: () => !closing && host.isHealthy(),
    close: (limit) => (closing ??= close(limit)),
  };
  return { driver, isOver: () => closing !== undefined && underWay === 0 };
}

/** Tells when a transaction has returned its session. */
function endingSession(session: Session, end: () => void): Session {
  return {
    run: (...work) => session.run(...work),
    commit: (limit) => session.commit(limit).finally(end),
    rollback: () => session.rollback().finally(end),
    release() {
      session.release();
      end();
    },
  };
}

async function within(event: Promise<void>, limit: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<void>((resolve) => (timer = setTimeout(resolve, limit)));
  await Promise.race([event, late]).finally(() => clearTimeout(timer));
}
