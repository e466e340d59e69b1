import { textOf } from '../chat-request.ts';
import { statementsIn } from './read-statements.ts';
import type { ChatCall, Script } from './script.ts';

/** Second readers that can't be relied on. The honest ones are in the scripts of those whose texts they read. */
const VICES: Readonly<Record<string, { readonly does: string; readonly says: (shown: string) => string }>> = {
  believing: {
    does: 'finds all statements supported',
    says: (shown) => answer({ supported: idsIn(shown) }),
  },
  denying: {
    does: 'finds all contradicted',
    says: (shown) => answer({ contradicted: idsIn(shown) }),
  },
  missing: {
    does: 'finds nothing said',
    says: (shown) => answer({ not_said: idsIn(shown) }),
  },
  computing: {
    does: 'says that all are computed, from figures that it makes up',
    says: (shown) => JSON.stringify({ ...NONE, computed: listed(shown).map((id) => `${id} = 40 + 48`) }),
  },
  astray: {
    does: 'answers ids that nobody has given it',
    says: () => answer({ supported: 's901 c1', contradicted: 's902 __proto__' }),
  },
  doubling: {
    does: 'gives each statement two verdicts',
    says: (shown) => answer({ supported: idsIn(shown), contradicted: idsIn(shown) }),
  },
  idle: {
    does: 'gives no statement a verdict',
    says: () => answer({}),
  },
  talking: {
    does: 'answers in prose',
    says: () => 'All of these statements look fine to me, well done!',
  },
  breaking: {
    does: 'answers JSON that breaks off',
    says: () => '{"supported":"s1 s2',
  },
  obeying: {
    does: 'does what a quote or its passage tells it, and otherwise finds nothing said',
    says: (shown) =>
      /mark (?:all|every)[^.]* as supported/i.test(shown)
        ? answer({ supported: idsIn(shown) })
        : answer({ not_said: idsIn(shown) }),
  },
};

export const CHECKERS: readonly Script[] = Object.entries(VICES).map(([vice, { does, says }]) => ({
  model: `checker-${vice}`,
  does: `a second reader: ${does}`,
  async run({ request, reply }: ChatCall) {
    await reply.words(says(request.messages.map(textOf).join('\n')));
    await reply.end();
  },
}));

const NONE = { supported: '', contradicted: '', not_said: '', no_claim: '', computed: [] };

const listed = (shown: string): string[] => statementsIn(shown).map(({ id }) => id);
const idsIn = (shown: string): string => listed(shown).join(' ');

const answer = (verdicts: Readonly<Record<string, string>>): string =>
  JSON.stringify({ ...NONE, ...verdicts });
