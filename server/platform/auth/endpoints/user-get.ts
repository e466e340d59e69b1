import { factorsOf } from '../factors/factor-rows.ts';
import { identitiesOf } from '../sessions/users.ts';
import { halfwayEndpoint, noBody } from '../wire/endpoint.ts';
import { toUserAnswer } from '../wire/user-answer.ts';

/** GET /user: the signed-in user. */
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
