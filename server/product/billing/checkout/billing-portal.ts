import { billingPortalInput } from '#domain/functions/inputs.ts';
import { type FunctionDefinition, FunctionError } from '#server/platform/functions/function.ts';
import { userIdOf } from '../../accounts/user-id-of.ts';
import { type CheckoutDeps, reporting } from './checkout.ts';
import { findCustomer, withCustomer } from './customers.ts';

/** POST /functions/v1/billing-portal: URL of the page for changing plans and viewing invoices. */
export function billingPortalFunction(deps: CheckoutDeps): FunctionDefinition<Record<string, never>> {
  return {
    name: 'billing-portal',
    access: 'user',
    input: billingPortalInput,
    async handle({ caller }) {
      const userId = userIdOf(caller);
      if ((await findCustomer(deps, userId)) === null) {
        throw new FunctionError(404, 'not_found', 'You haven’t bought anything yet.');
      }
      const returnUrl = `${deps.publicUrl}/settings`;
      const opening = withCustomer(deps, userId, (customerRef) =>
        deps.payments.openPortal({ customerRef, returnUrl }),
      );
      return { url: await reporting(deps, opening) };
    },
  };
}
