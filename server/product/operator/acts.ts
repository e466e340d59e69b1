import { deleteUserAct, endSessionsAct, findUserAct } from './account-acts.ts';
import { reconcileAct, totalsAct } from './book-acts.ts';
import { createCodesAct, listCodesAct, revokeCodeAct } from './code-acts.ts';
import { grantCreditsAct, setTierAct } from './credit-acts.ts';
import type { OperatorAct } from './operator-act.ts';

/** All acts of an operator. */
export const OPERATOR_ACTS: ReadonlyMap<string, OperatorAct> = new Map(
  [
    createCodesAct,
    listCodesAct,
    revokeCodeAct,
    findUserAct,
    grantCreditsAct,
    setTierAct,
    endSessionsAct,
    deleteUserAct,
    reconcileAct,
    totalsAct,
  ].map((act) => [act.name, act]),
);
