import { logProblem } from '../log.ts';
import { useSession } from '../session/session.ts';

/**
 * A system notification, for a user in another tab or program. Enabled per device, because each asks for its
 * own permission.
 */
export interface SystemNotice {
  readonly title: string;
  readonly text: string;
  /** Replaces a notice with the same id, so that two tabs show one. */
  readonly id: string;
  /** Called on a click, after this page was brought to the front. */
  readonly onPress?: () => void;
}

/** `refused`: by the user or the browser's settings. `unable`: allowed, but the browser can't show any. */
export type SwitchedOn = 'on' | 'refused' | 'unable';

const KEY = 'errand-notices';

/** Notices outlive the page's dialogs and toasts, and name tasks of the user at that time. */
const open = new Set<Notification>();

export const hasSystemNotices = (): boolean => 'Notification' in globalThis;

export function wantsSystemNotices(): boolean {
  if (!hasSystemNotices() || Notification.permission !== 'granted') return false;
  try {
    return localStorage.getItem(KEY) === 'on';
  } catch {
    // Storage may be forbidden: use the default.
    return false;
  }
}

/**
 * Requests the permission and shows `sample`: a mobile browser may grant it and still have no notifications.
 */
export async function switchSystemNoticesOn(sample: SystemNotice): Promise<SwitchedOn> {
  if ((await Notification.requestPermission()) !== 'granted') return 'refused';
  if (!show(sample)) return 'unable';
  try {
    localStorage.setItem(KEY, 'on');
    return 'on';
  } catch {
    return 'unable';
  }
}

export function switchSystemNoticesOff(): void {
  try {
    localStorage.removeItem(KEY);
  } catch {
    // Storage may be forbidden: the choice isn't kept.
  }
}

/** No-op unless the user has enabled notices. */
export function showSystemNotice(notice: SystemNotice): void {
  if (wantsSystemNotices()) show(notice);
}

function show({ title, text, id, onPress }: SystemNotice): boolean {
  try {
    const notice = new Notification(title, { body: text, tag: id });
    open.add(notice);
    notice.onclose = () => open.delete(notice);
    notice.onclick = () => {
      window.focus();
      takeAway(notice);
      onPress?.();
    };
    return true;
  } catch (error) {
    logProblem('the system shows no notices', error);
    return false;
  }
}

function takeAway(notice: Notification): void {
  // Systems may show a closed notice for a while.
  notice.onclick = null;
  notice.close();
  open.delete(notice);
}

useSession.subscribe(({ user }, before) => {
  if (user?.id !== before.user?.id) open.forEach(takeAway);
});
