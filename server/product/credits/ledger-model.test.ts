import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Database } from '#server/platform/db/database.ts';
import { type TestDatabase, testDatabase } from '#tests/engines/database.ts';
import { creditsOf, giveCreditBack, letGrantsRunOut, takeCredit } from '#tests/fixtures/credits.ts';
import { giveCredits, makeUser, type TestUser } from '#tests/fixtures/factories.ts';
import { assertLedgerInvariants } from '#tests/fixtures/invariants.ts';

let test: TestDatabase;
let database: Database;

beforeAll(async () => {
  test = await testDatabase();
  database = test.database;
});
afterAll(() => test.close());

/** A minimal ledger as a reference model. */
type Act =
  | { readonly kind: 'grant'; readonly amount: number; readonly expires: boolean }
  | { readonly kind: 'take' }
  | { readonly kind: 'back'; readonly pick: number }
  | { readonly kind: 'expire' };

const act: fc.Arbitrary<Act> = fc.oneof(
  fc.record({
    kind: fc.constant('grant' as const),
    amount: fc.integer({ min: 1, max: 4 }),
    expires: fc.boolean(),
  }),
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('take' as const) }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('back' as const), pick: fc.nat() }) },
  fc.record({ kind: fc.constant('expire' as const) }),
);

interface ModelGrant {
  readonly expires: boolean;
  left: number;
  open: boolean;
}

class Model {
  grants: ModelGrant[] = [];
  /** Charges that weren't refunded, with their grants. */
  charged: { run: string; grant: ModelGrant }[] = [];

  get left(): number {
    return this.grants.filter((grant) => grant.open).reduce((sum, grant) => sum + grant.left, 0);
  }

  take(run: string): boolean {
    const usable = this.grants.filter((grant) => grant.open && grant.left > 0);
    const grant = usable.find((one) => one.expires) ?? usable[0];
    if (!grant) return false;
    grant.left -= 1;
    this.charged.push({ run, grant });
    return true;
  }
}

it('agrees with the reference model after any sequence of acts', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(act, { minLength: 5, maxLength: 25 }), async (acts) => {
      const user = await makeUser(database, { credits: 0 });
      const model = new Model();
      for (const one of acts) {
        await perform(one, user, model);
        const { credits_limit, credits_used } = await creditsOf(database, user);
        expect(credits_limit - credits_used).toBe(model.left);
      }
      await assertLedgerInvariants(database);
    }),
    { numRuns: 30 },
  );
});

async function perform(one: Act, user: TestUser, model: Model): Promise<void> {
  switch (one.kind) {
    case 'grant':
      await giveCredits(database, user.id, one.amount, one.expires ? new Date(Date.now() + 3_600_000) : null);
      model.grants.push({ expires: one.expires, left: one.amount, open: true });
      return;
    case 'take': {
      const run = randomUUID();
      expect(await takeCredit(database, user, run)).toBe(model.take(run));
      return;
    }
    case 'back': {
      const charge = model.charged.splice(one.pick % Math.max(1, model.charged.length), 1)[0];
      if (!charge) return;
      expect(await giveCreditBack(database, charge.run)).toBe(true);
      if (charge.grant.open) charge.grant.left += 1;
      return;
    }
    case 'expire':
      await letGrantsRunOut(database, user);
      await database.query('select private.expire_grants($1)', [user.id]);
      for (const grant of model.grants) if (grant.expires) grant.open = false;
  }
}
