import type { PgBoss } from 'pg-boss';

/**
 * Removes every schedule not in `kept`. The kept ones aren't recreated, because a new schedule wouldn't know that an
 * occurrence was missed while the program was off.
 */
export async function forgetSchedules(boss: PgBoss, kept: ReadonlySet<string>): Promise<void> {
  for (const { name } of await boss.getSchedules()) {
    if (!kept.has(name)) await boss.unschedule(name);
  }
}
