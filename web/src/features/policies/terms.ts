import { hasLegalLine, hasMail, type Policy } from './policy.ts';

export const TERMS: Policy = {
  heading: 'policies.terms.heading',
  sections: [
    {
      anchor: 'what',
      heading: 'policies.terms.what',
      statements: [
        { id: 'policies.terms.what.service' },
        { id: 'policies.terms.what.entity', when: hasLegalLine },
      ],
    },
    {
      anchor: 'account',
      heading: 'policies.terms.account',
      statements: [{ id: 'policies.terms.account.yours' }, { id: 'policies.terms.account.theft' }],
    },
    {
      anchor: 'credits',
      heading: 'policies.terms.credits',
      statements: [
        { id: 'policies.terms.credits.cost' },
        { id: 'policies.terms.credits.returned' },
        { id: 'policies.terms.credits.free' },
        { id: 'policies.terms.credits.order' },
      ],
    },
    {
      anchor: 'buying',
      heading: 'policies.terms.buying',
      statements: [
        { id: 'policies.terms.buying.packs' },
        { id: 'policies.terms.buying.plans' },
        { id: 'policies.terms.buying.tax' },
        { id: 'policies.terms.buying.none', when: (installation) => installation?.payments === false },
      ],
    },
    {
      anchor: 'answers',
      heading: 'policies.terms.answers',
      statements: [{ id: 'policies.terms.answers.yours' }, { id: 'policies.terms.answers.wrong' }],
    },
    {
      anchor: 'content',
      heading: 'policies.terms.content',
      statements: [{ id: 'policies.terms.content.yours' }, { id: 'policies.terms.content.rights' }],
    },
    {
      anchor: 'forbidden',
      heading: 'policies.terms.forbidden',
      statements: [
        { id: 'policies.terms.forbidden.law', isEntry: true },
        { id: 'policies.terms.forbidden.attack', isEntry: true },
        { id: 'policies.terms.forbidden.many', isEntry: true },
      ],
    },
    {
      anchor: 'service',
      heading: 'policies.terms.service',
      statements: [{ id: 'policies.terms.service.changes' }, { id: 'policies.terms.service.liability' }],
    },
    {
      anchor: 'end',
      heading: 'policies.terms.end',
      statements: [{ id: 'policies.terms.end.you' }, { id: 'policies.terms.end.us' }],
    },
    {
      anchor: 'law',
      heading: 'policies.terms.law',
      statements: [{ id: 'policies.terms.law.law' }, { id: 'policies.terms.law.mail', when: hasMail }],
    },
  ],
};
