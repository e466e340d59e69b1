import { DELETION_MAIL_SUBJECT } from '#domain/deletion-mail.ts';
import {
  CANCELLED_RUNS_PER_DAY,
  FIRST_SIGN_IN_CREDITS,
  MONTHLY_ALLOWANCE,
  WELCOME_CREDITS,
} from '#domain/shop/credits.ts';
import { COMPLETED_KEPT } from '#domain/task.ts';
import { TRASH_DAYS } from '#domain/trash.ts';
import { PRODUCT_NAME } from '#web/lib/page/product-name.ts';
import { captchaHost, frameHosts, type Installation } from './policy.ts';

/** Days that the copy of a list on a device is used (`KEPT_MS` of the query client, which is not loaded here). */
const COPY_DAYS = 7;

/** What the policies' sentences are filled in with. Figures come from where the program itself reads them. */
export function policyValues(installation: Installation) {
  return {
    name: installation?.brand.name ?? PRODUCT_NAME,
    legalLine: installation?.brand.legalLine ?? '',
    email: installation?.brand.supportEmail ?? '',
    analyticsHost: installation?.analyticsHost ?? '',
    captchaHost: captchaHost(installation) ?? '',
    frameHosts: frameHosts(installation).join(', '),
    subject: DELETION_MAIL_SUBJECT,
    trashDays: TRASH_DAYS,
    keptCompleted: COMPLETED_KEPT,
    copyDays: COPY_DAYS,
    welcome: WELCOME_CREDITS,
    firstSignIn: FIRST_SIGN_IN_CREDITS,
    free: MONTHLY_ALLOWANCE.free,
    cancelled: CANCELLED_RUNS_PER_DAY,
  };
}
