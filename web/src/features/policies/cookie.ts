import { frameHosts, hasSignInElsewhere, lacks, type Policy } from './policy.ts';

/** Everything that the app stores on a device; `cookie.test.ts` compares it with the code. */
export const COOKIE: Policy = {
  heading: 'policies.cookie.heading',
  sections: [
    {
      anchor: 'none',
      heading: 'policies.cookie.none',
      statements: [
        { id: 'policies.cookie.none.text', when: lacks(hasSignInElsewhere) },
        { id: 'policies.cookie.none.but_one', when: hasSignInElsewhere },
      ],
    },
    {
      anchor: 'kept',
      heading: 'policies.cookie.kept',
      statements: [
        { id: 'policies.cookie.kept.lead' },
        { id: 'policies.cookie.kept.session', isEntry: true },
        { id: 'policies.cookie.kept.theme', isEntry: true },
        { id: 'policies.cookie.kept.notices', isEntry: true },
        { id: 'policies.cookie.kept.first_task', isEntry: true },
        { id: 'policies.cookie.kept.draft', isEntry: true },
        { id: 'policies.cookie.kept.letter_keys', isEntry: true },
        { id: 'policies.cookie.kept.charts', isEntry: true },
        { id: 'policies.cookie.kept.mailbox', isEntry: true },
        { id: 'policies.cookie.kept.receipt', isEntry: true },
        { id: 'policies.cookie.kept.first_rows', isEntry: true },
        { id: 'policies.cookie.kept.copy', isEntry: true },
      ],
    },
    {
      anchor: 'remove',
      heading: 'policies.cookie.remove',
      statements: [{ id: 'policies.cookie.remove.text' }],
    },
    {
      anchor: 'others',
      heading: 'policies.cookie.others',
      statements: [
        {
          id: 'policies.cookie.others.none',
          when: lacks((installation) => frameHosts(installation).length > 0),
        },
        { id: 'policies.cookie.others.frames', when: (installation) => frameHosts(installation).length > 0 },
        { id: 'policies.cookie.others.counting' },
      ],
    },
  ],
};
