import { noBody, userEndpoint } from '../endpoint.ts';
import { toUserAnswer } from '../user-answer.ts';
import { identitiesOf } from '../users.ts';

/** GET /user: who is signed in. */
export const userGet = userEndpoint({
  method: 'GET',
  path: '/user',
  body: noBody,
  async handle({ user }, { database }) {
    return Response.json(toUserAnswer(user, await identitiesOf(database, user.id)));
  },
});
