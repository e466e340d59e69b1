import { describe, expect, it } from 'vitest';
import { readConfig } from '../config.ts';

const read = (STORAGE_URL: string, more: Record<string, string> = {}) =>
  readConfig({ STORAGE_URL, ...more }).storage;

it('STORAGE_OTHER_URL names another place, or the disk', () => {
  const url = 's3://K:S@host/files';
  expect(readConfig({ STORAGE_URL: url, STORAGE_OTHER_URL: 'disk' }).otherStorage).toEqual({ kind: 'disk' });
  expect(readConfig({ STORAGE_OTHER_URL: url })).toMatchObject({
    storage: { kind: 'disk' },
    otherStorage: { kind: 's3', bucket: 'files' },
  });
  expect(() => readConfig({ STORAGE_URL: url, STORAGE_OTHER_URL: 's3://host/files' })).toThrow(
    'STORAGE_OTHER_URL: is the place of STORAGE_URL',
  );
  expect(() => readConfig({ STORAGE_OTHER_URL: 'disk' })).toThrow('STORAGE_OTHER_URL: is the place');
});

describe('STORAGE_URL', () => {
  it('unset: the disk', () => {
    expect(readConfig({}).storage).toEqual({ kind: 'disk' });
  });

  it.each([
    [
      's3://s3.eu-central-1.amazonaws.com/errand-files',
      { endpoint: 'https://s3.eu-central-1.amazonaws.com', region: 'eu-central-1', pathStyle: false },
    ],
    [
      's3://s3.eu-central-1.amazonaws.com/files.example.org',
      { bucket: 'files.example.org', pathStyle: true },
    ],
    ['s3://id.r2.cloudflarestorage.com/files?region=auto', { region: 'auto', pathStyle: true }],
    ['s3://minio:9000/files?tls=off', { endpoint: 'http://minio:9000', region: 'us-east-1' }],
    ['s3://oss.example.org/files/of/errand?style=virtual', { prefix: 'of/errand/', pathStyle: false }],
    [
      's3://AKID:a%2Fb%2Bc%3D@garage.example.org/files?region=garage',
      {
        credentials: { accessKeyId: 'AKID', secretAccessKey: 'a/b+c=' },
        name: 's3://garage.example.org/files',
      },
    ],
  ])('%s', (text, expected) => {
    expect(read(text)).toMatchObject({ kind: 's3', credentials: null, ...expected });
  });

  it('is completed by the variables of AWS, where it has no key and no region of its own', () => {
    const aws = {
      AWS_ACCESS_KEY_ID: 'ID',
      AWS_SECRET_ACCESS_KEY: 'S',
      AWS_SESSION_TOKEN: 'T',
      AWS_REGION: 'r-1',
    };
    expect(read('s3://host/files', aws)).toMatchObject({
      region: 'r-1',
      credentials: { accessKeyId: 'ID', secretAccessKey: 'S', sessionToken: 'T' },
    });
    expect(read('s3://OWN:KEY@host/files?region=own', aws)).toMatchObject({
      region: 'own',
      credentials: { accessKeyId: 'OWN', secretAccessKey: 'KEY' },
    });
  });

  it.each([
    'https://host/files',
    's3://files',
    's3://host/',
    's3://host/UPPER',
    's3://AKID@host/files',
    's3://AKID:hunter2/x@host/files',
    's3://AKID:hunter2%@host/files',
    's3://host/files?region=a b',
    's3://host/files?retries=5',
    's3://host/files?tls=no',
    's3://host/files#part',
  ])('%s is refused, without repeating it', (text) => {
    expect(() => read(text)).toThrow(/STORAGE_URL: must be disk, s3:/);
    expect(() => read(text)).not.toThrow('hunter2');
  });
});
