import { AI_TASK_TYPES, TOOLS } from '#domain/ai-task.ts';
import {
  frameHosts,
  hasLegalLine,
  hasMail,
  hasSignInElsewhere,
  lacks,
  type Policy,
  sellsForMoney,
} from './policy.ts';

const WEB_TOOLS = new Set<string>(AI_TASK_TYPES.filter((type) => TOOLS[type].searches));

/** Must match the program: change it together with what is stored, sent or retained. */
export const PRIVACY: Policy = {
  heading: 'policies.privacy.heading',
  sections: [
    {
      anchor: 'short',
      heading: 'policies.privacy.short',
      statements: [{ id: 'policies.privacy.short.kept' }, { id: 'policies.privacy.short.sent' }],
    },
    {
      anchor: 'who',
      heading: 'policies.privacy.who',
      statements: [
        { id: 'policies.privacy.who.entity', when: hasLegalLine },
        { id: 'policies.privacy.who.mail', when: hasMail },
        {
          id: 'policies.privacy.who.unknown',
          when: lacks((installation) => hasLegalLine(installation) || hasMail(installation)),
        },
      ],
    },
    {
      anchor: 'stored',
      heading: 'policies.privacy.stored',
      statements: [
        { id: 'policies.privacy.stored.account', isEntry: true },
        { id: 'policies.privacy.stored.consent', isEntry: true },
        { id: 'policies.privacy.stored.sessions', isEntry: true },
        { id: 'policies.privacy.stored.list', isEntry: true },
        { id: 'policies.privacy.stored.work', isEntry: true },
        { id: 'policies.privacy.stored.files', isEntry: true },
        { id: 'policies.privacy.stored.credits', isEntry: true },
        { id: 'policies.privacy.stored.where' },
      ],
    },
    {
      anchor: 'assistant',
      heading: 'policies.privacy.assistant',
      statements: [
        { id: 'policies.privacy.assistant.sent' },
        { id: 'policies.privacy.assistant.kept_back' },
        {
          id: 'policies.privacy.assistant.web',
          when: (installation) => installation?.ai.tools.some((tool) => WEB_TOOLS.has(tool)) ?? false,
        },
        { id: 'policies.privacy.assistant.provider', when: (installation) => !installation?.ai.demo },
        { id: 'policies.privacy.assistant.demo', when: (installation) => installation?.ai.demo ?? false },
      ],
    },
    {
      anchor: 'others',
      heading: 'policies.privacy.others',
      statements: [
        { id: 'policies.privacy.others.mail', when: (installation) => !installation?.mailbox },
        { id: 'policies.privacy.others.texts', when: (installation) => installation?.texts === 'sent' },
        {
          id: 'policies.privacy.others.analytics',
          when: (installation) => Boolean(installation?.analyticsHost),
        },
        {
          id: 'policies.privacy.others.captcha',
          when: (installation) => Boolean(installation?.captcha),
        },
        {
          id: 'policies.privacy.others.payments',
          when: sellsForMoney,
        },
        { id: 'policies.privacy.others.frames', when: (installation) => frameHosts(installation).length > 0 },
        { id: 'policies.privacy.others.sign_in', when: hasSignInElsewhere },
        { id: 'policies.privacy.others.nobody' },
      ],
    },
    {
      anchor: 'time',
      heading: 'policies.privacy.time',
      statements: [
        { id: 'policies.privacy.time.trash', isEntry: true },
        { id: 'policies.privacy.time.completed', isEntry: true },
        { id: 'policies.privacy.time.archive', isEntry: true },
        { id: 'policies.privacy.time.sessions', isEntry: true },
        { id: 'policies.privacy.time.calls', isEntry: true },
        { id: 'policies.privacy.time.log', isEntry: true },
        { id: 'policies.privacy.time.rest' },
      ],
    },
    {
      anchor: 'rights',
      heading: 'policies.privacy.rights',
      statements: [
        { id: 'policies.privacy.rights.see', isEntry: true },
        { id: 'policies.privacy.rights.take', isEntry: true },
        { id: 'policies.privacy.rights.erase', isEntry: true, when: hasMail },
        {
          id: 'policies.privacy.rights.erase_unknown',
          isEntry: true,
          when: (installation) => !hasMail(installation),
        },
        { id: 'policies.privacy.rights.withdraw', isEntry: true },
        { id: 'policies.privacy.rights.complain', isEntry: true },
        { id: 'policies.privacy.rights.remains' },
        { id: 'policies.privacy.rights.remains_paid', when: sellsForMoney },
      ],
    },
    {
      anchor: 'device',
      heading: 'policies.privacy.device',
      statements: [{ id: 'policies.privacy.device.storage' }],
    },
  ],
};
