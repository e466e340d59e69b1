import { useQuery } from '@tanstack/react-query';
import { queryKeys } from '#web/lib/server/query-keys.ts';
import { t } from '#web/texts/settings.ts';
import { toDay } from '../moments.ts';
import { SectionQuery } from '../section-query.tsx';
import { grantName } from './history-words.ts';
import { type Grant, readCreditsLeft } from './read-credits.ts';

/** Remaining credits by grant, in spending order. */
export function GrantList() {
  const query = useQuery({ queryKey: queryKeys.creditsLeft, queryFn: readCreditsLeft });
  return (
    <div className="mt-6">
      <SectionQuery query={query} failed={t('settings.grants.load_failed')}>
        {(grants) => grants.length > 0 && <Grants grants={grants} />}
      </SectionQuery>
    </div>
  );
}

function Grants({ grants }: { grants: readonly Grant[] }) {
  return (
    <>
      <ul className="border-t border-line">
        {grants.map((grant) => (
          <li
            key={grant.grant_id}
            className="flex items-baseline gap-4 py-2 not-last:border-b not-last:border-line"
          >
            <span className="min-w-0 grow">
              {grantName(grant.kind)}
              <span className="type-meta block text-text-3">
                {grant.expires_at === null
                  ? t('settings.grants.never')
                  : t('settings.grants.until', { day: toDay(grant.expires_at) })}
              </span>
            </span>
            <span className="type-slip whitespace-nowrap">
              {t('settings.grants.left', { remaining: grant.remaining })}
            </span>
          </li>
        ))}
      </ul>
      {grants.length > 1 && <p className="type-meta mt-2 text-text-3">{t('settings.grants.order')}</p>}
    </>
  );
}
