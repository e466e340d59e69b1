import type { PgBoss } from 'pg-boss';

/**
 * Removes every schedule that is not `kept`. The kept ones are left untouched: a schedule that was removed and made
 * again would no longer know that an occurrence was missed while the program was off.
 */
export async function forgetSchedules(boss: PgBoss, kept: ReadonlySet<string>): Promise<void> {
  for (const { name } of await boss.getSchedules()) {
    if (!kept.has(name)) await boss.unschedule(name);
  }
}
