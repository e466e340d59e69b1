import { logProblem } from '../log.ts';
import { useSession } from '../session/session.ts';

/**
 * Notices of the system, for a person who looks at another tab or program. They are chosen on each device, because
 * each asks for a permission of its own.
 */
export interface SystemNotice {
  readonly title: string;
  readonly text: string;
  /** Another notice of the same id takes its place: two tabs tell one thing once. */
  readonly id: string;
  /** Called when it is pressed, after this page has come to the front. */
  readonly onPress?: () => void;
}

/** `refused`: by the person or the browser's settings. `unable`: the browser allows them, and can't show them. */
export type SwitchedOn = 'on' | 'refused' | 'unable';

const KEY = 'errand-notices';

/** They outlive the page's dialogs and toasts: each names a task of the person who was here when it came. */
const open = new Set<Notification>();

export const hasSystemNotices = (): boolean => 'Notification' in globalThis;

export function wantsSystemNotices(): boolean {
  if (!hasSystemNotices() || Notification.permission !== 'granted') return false;
  try {
    return localStorage.getItem(KEY) === 'on';
  } catch {
    // Storage may be forbidden: nothing was remembered.
    return false;
  }
}

/** Asks for the permission, and shows `sample`: a phone's browser may allow notices to a page and still have none. */
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
    // Storage may be forbidden: nothing was remembered.
  }
}

/** Does nothing where the person has not asked for it. */
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
  // A system may show for a while what was closed.
  notice.onclick = null;
  notice.close();
  open.delete(notice);
}

useSession.subscribe(({ user }, before) => {
  if (user?.id !== before.user?.id) open.forEach(takeAway);
});
