import { expect, it } from 'vitest';
import { nextFileName } from './new-migration.ts';

it('takes the number after the highest, whatever else lies in the folder', () => {
  expect(nextFileName(['0001_roles.sql', '0009_trash.sql', '0002_auth.sql', 'README.md'], 'labels')).toBe(
    '0010_labels.sql',
  );
  expect(nextFileName([], 'first')).toBe('0001_first.sql');
});
