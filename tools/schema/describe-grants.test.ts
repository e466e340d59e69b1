import { expect, it } from 'vitest';
import { describeGrants } from './describe-grants.ts';

it('writes one statement for all who have the same rights, with columns together, and leaves the owner out', () => {
  const text = describeGrants('public.tasks', 'postgres', [
    {
      acl: [
        'postgres=arwdDxtm/postgres',
        'service_role=rd/postgres',
        'authenticated=rd/postgres',
        '=X/postgres',
      ],
    },
    { acl: ['authenticated=aw*/postgres', 'service_role=aw/postgres'], column: 'title' },
    { acl: ['authenticated=a/postgres', 'service_role=a/postgres'], column: 'category' },
    { acl: null, column: 'user_id' },
  ]);
  expect(text).toBe(
    'grant execute on public.tasks to public;\n' +
      'grant select, delete, insert (title, category), update (title) on public.tasks to authenticated, service_role;\n',
  );
});
