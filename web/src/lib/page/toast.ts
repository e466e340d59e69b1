import ReceiptText from 'lucide-react/icons/receipt-text';
import Trash2 from 'lucide-react/icons/trash';
import { createElement } from 'react';
import { type ToastOptions, toast } from 'react-hot-toast/headless';
import { t } from '#web/texts/app.ts';
import { type ToastAction, ToastText } from '../../ui/feedback/toast-text.tsx';
import { focusContent } from '../device/focus.ts';
import { newId } from '../new-id.ts';

export interface NotifyOptions {
  /** Toasts with the same id replace each other. */
  id?: string;
  /** Milliseconds; by default the specified time of its kind. */
  duration?: number;
  detail?: string;
  action?: ToastAction;
}

/** Time to read the toast and to reach Undo by keyboard. */
const UNDO_MS = 10_000;

/** A delivered answer's toast stays this long. */
const DELIVERED_MS = 5000;

function content(text: string, { detail, action }: NotifyOptions, id: string) {
  const closing = action && {
    label: action.label,
    isUndo: action.isUndo,
    takesLostFocus: action.takesLostFocus,
    onPress: () => {
      toast.dismiss(id);
      // Its shortcut may be pressed without focus on the button.
      if (document.activeElement?.matches('body, .toast *')) focusContent();
      action.onPress();
    },
  };
  return createElement(ToastText, { text, detail, action: closing });
}

function show(
  kind: 'blank' | 'success' | 'error' | 'loading',
  text: string,
  options: NotifyOptions,
  more?: ToastOptions,
) {
  const id = options.id ?? newId();
  const settings: ToastOptions = { ...more, id };
  if (options.duration !== undefined) settings.duration = options.duration;
  const create = kind === 'blank' ? toast : toast[kind];
  return create(content(text, options, id), settings);
}

const icon = (Icon: typeof Trash2) =>
  createElement(Icon, { size: 16, 'aria-hidden': true, className: 'mt-0.5' });

/** An Undo button for a toast. */
export function undoAction(onPress: () => void): ToastAction {
  return { label: t('ui.undo'), onPress, isUndo: true };
}

/** Presses Undo in the newest visible toast that has one; otherwise a no-op. */
export function pressUndo(): void {
  const said = ({ dataset }: HTMLElement) => Number(dataset['said']);
  const shown = [...document.querySelectorAll<HTMLElement>('.toast[data-said]:has([data-undo])')];
  const [newest] = shown.toSorted((a, b) => said(b) - said(a));
  newest?.querySelector<HTMLElement>('[data-undo]')?.click();
}

/** All toasts of the app. Each function returns the toast's id. */
export const notify = {
  blank: (text: string, options: NotifyOptions = {}) => show('blank', text, options),
  success: (text: string, options: NotifyOptions = {}) => show('success', text, options),
  error: (text: string, options: NotifyOptions = {}) => show('error', text, options),
  /** Stays until dismissed or replaced by a toast with the same id. */
  loading: (text: string, options: NotifyOptions = {}) => show('loading', text, options),
  /** The assistant has delivered an answer; on canary. */
  delivered: (text: string, options: NotifyOptions = {}) =>
    show(
      'success',
      text,
      { duration: DELIVERED_MS, ...options },
      { className: 'toast-slip', icon: icon(ReceiptText) },
    ),
  /** Something was moved to the trash and can be restored. */
  deleted: (text: string, undo: () => void, options: NotifyOptions = {}) =>
    show(
      'blank',
      text,
      { duration: UNDO_MS, ...options, action: { ...undoAction(undo), takesLostFocus: true } },
      { icon: icon(Trash2) },
    ),
  dismiss: (id: string) => toast.dismiss(id),
  /** Dismisses all toasts: they were meant for the previous user. */
  clear: () => toast.remove(),
};
