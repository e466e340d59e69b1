import { z } from 'zod';
import type { Mail } from '#server/providers/mailer/mailer.ts';
import type { Database } from '../../db/database.ts';

export interface WaitingNotice {
  readonly id: number;
  readonly mail: Mail;
  /** Failed attempts so far. */
  readonly tries: number;
}

/** Notices that wait for the mail server, for whichever process tries next. */
export interface WaitingNotices {
  /** False if too many are waiting. */
  keep(mail: Mail, wait: number): Promise<boolean>;
  /** Those that are due. Other processes leave them alone for a while, in which they are to be sent. */
  takeDue(): Promise<WaitingNotice[]>;
  postpone(id: number, wait: number): Promise<void>;
  remove(id: number): Promise<void>;
}

/** An outage must not fill the database. */
const MOST = 10_000;
/** Few enough to be tried before another process takes them again. */
const AT_ONCE = 20;
const TAKEN_FOR = "interval '5 minutes'";
const MILLISECOND = "interval '1 millisecond'";

const notices = z.array(
  z.object({
    id: z.number(),
    tries: z.int(),
    mail: z.object({
      kind: z.string(),
      to: z.string(),
      subject: z.string(),
      text: z.string(),
      html: z.string(),
    }),
  }),
);

export function createWaitingNotices(database: Database): WaitingNotices {
  return {
    async keep(mail, wait) {
      const kept = await database.query(
        `insert into private.waiting_notices (mail, due_at)
         select $1::jsonb, now() + $2 * ${MILLISECOND} where (select count(*) from private.waiting_notices) < $3
         returning id`,
        [JSON.stringify(mail), wait, MOST],
      );
      return kept.length > 0;
    },
    async takeDue() {
      const rows = await database.query(
        `update private.waiting_notices set due_at = now() + ${TAKEN_FOR}
         where id in (
           select id from private.waiting_notices where due_at <= now() order by due_at limit $1 for update skip locked)
         returning id, tries, mail`,
        [AT_ONCE],
      );
      return notices.parse(rows);
    },
    async postpone(id, wait) {
      await database.query(
        `update private.waiting_notices set tries = tries + 1, due_at = now() + $2 * ${MILLISECOND} where id = $1`,
        [id, wait],
      );
    },
    async remove(id) {
      await database.query('delete from private.waiting_notices where id = $1', [id]);
    },
  };
}
