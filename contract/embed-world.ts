import { ANN, BOB, type RestWorld, restWorld } from '#tests/worlds/rest-world.ts';

/** Ann: House (three tasks, one of them a part of another), Book (one task), Empty. Bob: Garage (one task). */
export async function embedWorld(options?: Parameters<typeof restWorld>[0]): Promise<RestWorld> {
  const world = await restWorld(options);
  await world.sql(
    `insert into board.projects (id, owner_id, reviewer_id, name)
     values (1, $1, $2, 'House'), (2, $1, null, 'Book'), (3, $1, $1, 'Empty'), (4, $2, null, 'Garage')`,
    [ANN, BOB],
  );
  await world.sql(
    `insert into board.tasks (id, owner_id, project_id, parent_id, title, priority)
     values (11, $1, 1, null, 'paint', 1), (12, $1, 1, 11, 'buy paint', 2), (13, $1, 1, 11, 'mask', 3),
            (14, $1, 2, null, 'write', 1), (15, $1, null, null, 'loose', 5), (16, $2, 4, null, 'secret of bob', 1)`,
    [ANN, BOB],
  );
  await world.sql(`insert into board.task_details values (11, 'two coats')`);
  await world.sql('insert into board.task_labels values (11, 1), (11, 2), (14, 1)');
  await world.sql(`insert into board.members values (1, $1, 'owner'), (1, $2, 'guest')`, [ANN, BOB]);
  await world.sql(
    `insert into board.comments (task_id, author_id, body) values (11, $1, 'first'), (11, $1, 'second'), (14, $1, 'third')`,
    [ANN],
  );
  return world;
}
