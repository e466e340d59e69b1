import { countInTitle } from '#web/lib/device/count-in-title.ts';
import { showSystemNotice } from '#web/lib/live/system-notices.ts';
import type { Run } from '#web/lib/server/rows.ts';
import { t } from '#web/texts/app.ts';

/**
 * How a run ended, for whoever looks at another tab or program just now: the toast is gone when they come back. Does
 * nothing for anybody else.
 */
export function notifyIfAway(
  title: string,
  { id, status }: Pick<Run, 'id' | 'status'>,
  view: () => void,
): void {
  // A window beside the one that is worked in is not hidden.
  if (status === 'cancelled' || (!document.hidden && document.hasFocus())) return;
  // The title of a tab that can be seen needs no count.
  if (document.hidden) countInTitle();
  const text = t(status === 'succeeded' ? 'delegation.completed' : 'delegation.failed');
  showSystemNotice({ id, title: text, text: title, onPress: view });
}
