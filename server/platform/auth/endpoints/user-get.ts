import { halfwayEndpoint, noBody } from '../endpoint.ts';
import { factorsOf } from '../factors/factor-rows.ts';
import { toUserAnswer } from '../user-answer.ts';
import { identitiesOf } from '../users.ts';

/** GET /user: who is signed in. */
export const userGet = halfwayEndpoint({
  method: 'GET',
  path: '/user',
  body: noBody,
  async handle({ user }, { database }) {
    const [identities, factors] = await Promise.all([
      identitiesOf(database, user.id),
      factorsOf(database, user.id),
    ]);
    return Response.json(toUserAnswer(user, identities, factors));
  },
});
