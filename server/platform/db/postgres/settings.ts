import type { ClientConfig } from 'pg';
import { readAddress } from './address.ts';
import type { ServerAddress } from './examine-address.ts';
import { startupOptions } from './session.ts';

export function connectionSettings({ url, pooling }: ServerAddress, limit: number): ClientConfig {
  const { options = '', ...address } = readAddress(url);
  const own = pooling === 'none' ? startupOptions(limit) : '';
  return {
    ...address,
    application_name: 'errand',
    options: `${options} ${own}`.trim(),
    keepAlive: true,
    connectionTimeoutMillis: 10_000,
  };
}
