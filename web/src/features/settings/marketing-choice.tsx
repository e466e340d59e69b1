import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import * as z from 'zod/mini';
import { logProblem } from '#web/lib/log.ts';
import { notify } from '#web/lib/page/toast.ts';
import { queryKeys } from '#web/lib/server/query-keys.ts';
import { putLatest } from '#web/lib/server/refetch.ts';
import { supabase } from '#web/lib/server/supabase.ts';
import { t } from '#web/texts/settings.ts';
import { Checkbox } from '#web/ui/controls/checkbox.tsx';
import { SectionQuery } from './section-query.tsx';

/** Marketing consent, withdrawn as easily as given. */
export function MarketingChoice() {
  const query = useQuery({ queryKey: queryKeys.marketing, queryFn: readChoice });
  // Overrides the query's data, which updates a moment after the click; the box would flash its old state.
  const [unconfirmed, setUnconfirmed] = useState<boolean | null>(null);
  const { mutate } = useSaveChoice((choice) => setUnconfirmed((known) => (known === choice ? null : known)));
  const choose = (accepted: boolean) => {
    setUnconfirmed(accepted);
    mutate(accepted);
  };
  return (
    <SectionQuery query={query} failed={t('settings.load_failed')}>
      {(accepted) => (
        <Checkbox
          className="mt-6"
          checked={unconfirmed ?? accepted}
          onChange={({ target }) => choose(target.checked)}
        >
          {t('settings.news')}
          <span className="type-meta block text-text-3">{t('settings.news.hint')}</span>
        </Checkbox>
      )}
    </SectionQuery>
  );
}

function useSaveChoice(onSettled: (choice: boolean) => void) {
  const client = useQueryClient();
  return useMutation({
    networkMode: 'always',
    retry: false,
    // Serialised, so that the last of two quick changes wins.
    scope: { id: 'marketing' },
    mutationFn: saveChoice,
    onSuccess: (saved) => putLatest(client, queryKeys.marketing, saved),
    onError: (error) => {
      logProblem('the consent could not be saved', error);
      notify.error(t('settings.save_failed'), {
        id: 'settings-save',
        detail: t('settings.save_failed.detail'),
      });
    },
    onSettled: (_saved, _error, choice) => onSettled(choice),
  });
}

const records = z.array(z.object({ marketing_accepted: z.boolean() }));

/** The newest record applies; without one there is no consent. */
async function readChoice(): Promise<boolean> {
  const server = await supabase();
  const { data } = await server
    .from('user_consent')
    .select('marketing_accepted')
    .order('accepted_at', { ascending: false })
    .limit(1)
    .throwOnError();
  return records.parse(data)[0]?.marketing_accepted ?? false;
}

async function saveChoice(accepted: boolean): Promise<boolean> {
  const server = await supabase();
  const { data } = await server.rpc('set_marketing_consent', { accepted }).throwOnError();
  return z.boolean().parse(data);
}
