import type { User } from '@supabase/supabase-js';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { useSession } from '../session/session.ts';
import { showSystemNotice } from './system-notices.ts';

vi.mock('../server/supabase.ts', () => ({ supabase: vi.fn() }));

/** Stands in for Notification. */
class Shown {
  static permission: NotificationPermission = 'granted';
  static all: Shown[] = [];
  onclick: (() => void) | null = null;
  isOpen = true;

  constructor() {
    Shown.all.push(this);
  }

  close(): void {
    this.isOpen = false;
  }
}

const person = (id: string): User => ({
  id,
  app_metadata: {},
  user_metadata: {},
  aud: 'authenticated',
  created_at: '',
});

beforeEach(() => {
  Shown.all = [];
  Shown.permission = 'granted';
  vi.stubGlobal('Notification', Shown);
  vi.stubGlobal('localStorage', { getItem: () => 'on' });
  vi.stubGlobal('window', { focus: () => undefined });
  useSession.setState({ user: person('mara') });
});
afterEach(() => vi.unstubAllGlobals());

function showOne() {
  const onPress = vi.fn();
  showSystemNotice({ id: 'run', title: 'Your task is done', text: 'Call the notary', onPress });
  const [notice] = Shown.all;
  return { notice, onPress };
}

test.each([
  ['another person is here', person('jo')],
  ['nobody is here', null],
])('closes a notice, and disables its click, when %s', (_case, user) => {
  const { notice, onPress } = showOne();
  useSession.setState({ user });
  expect(notice?.isOpen).toBe(false);
  notice?.onclick?.();
  expect(onPress).not.toHaveBeenCalled();
});

test.each(['default', 'denied'] as const)('shows none while the permission is %s', (permission) => {
  Shown.permission = permission;
  expect(showOne().notice).toBeUndefined();
});

test('keeps a notice while the same user is here, and opens its subject', () => {
  const { notice, onPress } = showOne();
  useSession.setState({ user: person('mara') });
  expect(notice?.isOpen).toBe(true);
  notice?.onclick?.();
  expect(onPress).toHaveBeenCalledOnce();
  expect(notice?.isOpen).toBe(false);
});
