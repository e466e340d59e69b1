import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { ANN, type RestWorld, restWorld } from '#tests/worlds/rest-world.ts';
import { JSON_TYPE, send } from './rest-client.ts';

let world: RestWorld;

beforeAll(async () => {
  world = await restWorld();
  await world.sql('insert into board.tasks (id, owner_id, title) values (7001, $1, $2), (7002, $1, $2)', [
    ANN,
    'contended',
  ]);
  await world.sql(`
    create function board.change_both(first_id bigint, second_id bigint) returns text language plpgsql as $$
    begin
      update board.tasks set title = title || '+' where id = first_id;
      perform pg_sleep(0.5);
      update board.tasks set title = title || '+' where id = second_id;
      return 'done';
    end
    $$`);
  await world.sql('grant execute on function board.change_both to authenticated');
});
afterAll(() => world.close());

// The embedded database runs one statement after the other.
it.runIf(inject('postgresUrl') !== null)(
  'two requests that wait for each other are both done, one after the other',
  async () => {
    const change = (first_id: number, second_id: number) =>
      send(world, '/rpc/change_both', {
        method: 'POST',
        headers: JSON_TYPE,
        body: JSON.stringify({ first_id, second_id }),
      });
    const answers = await Promise.all([change(7001, 7002), change(7002, 7001)]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    const rows = await world.sql('select title from board.tasks where id in (7001, 7002)');
    expect(rows).toEqual([{ title: 'contended++' }, { title: 'contended++' }]);
  },
);
