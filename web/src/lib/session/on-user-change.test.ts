import type { User } from '@supabase/supabase-js';
import { expect, test, vi } from 'vitest';
import { onUserChange } from './on-user-change.ts';
import { useSession } from './session.ts';

vi.mock('../server/supabase.ts', () => ({ supabase: vi.fn() }));

const person = (id: string): User => ({
  id,
  app_metadata: {},
  user_metadata: {},
  aud: 'authenticated',
  created_at: '',
});

test('clears open state for another user and on sign-out, and keeps it for the same user', () => {
  const act = vi.fn();
  onUserChange(act);
  useSession.setState({ user: person('mara') });
  useSession.setState({ user: null });
  useSession.setState({ user: person('mara') });
  expect(act).not.toHaveBeenCalled();
  useSession.setState({ user: null });
  useSession.setState({ user: person('jo') });
  expect(act).toHaveBeenCalledTimes(1);
  useSession.setState({ user: null, leftByChoice: true });
  expect(act).toHaveBeenCalledTimes(2);
  useSession.setState({ user: person('jo'), leftByChoice: false });
  expect(act).toHaveBeenCalledTimes(2);
});
