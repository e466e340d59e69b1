import type { UseQueryResult } from '@tanstack/react-query';
import { t } from '#web/texts/settings.ts';

interface QueryValueProps<Data> {
  query: UseQueryResult<Data>;
  toValue: (data: Data) => string;
}

/** Value of a row from a query. A failure is only named: the opened row explains it and can retry. */
export function QueryValue<Data>({ query, toValue }: QueryValueProps<Data>) {
  if (query.data !== undefined) return toValue(query.data);
  return query.isError ? t('settings.row.unread') : '\u00a0';
}
