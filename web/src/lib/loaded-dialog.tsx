import type { ComponentType } from 'react';
import { DialogWaiting } from '../ui/dialog-waiting.tsx';
import { Loaded } from './loaded.tsx';
import { notify } from './toast.ts';

interface LoadedDialogProps<Props> {
  load: () => Promise<ComponentType<Props>>;
  props: Props;
  onClose: () => void;
}

/** A dialog whose code is fetched when it first opens. */
export function LoadedDialog<Props extends object>({ load, props, onClose }: LoadedDialogProps<Props>) {
  const giveUp = () => {
    onClose();
    // Not in reach, or replaced by a newer version since this page was opened.
    const reload = { label: 'Load the page again', onPress: () => location.reload() };
    notify.error('This form could not be loaded', navigator.onLine ? { action: reload } : {});
  };
  return <Loaded load={load} props={props} waiting={<DialogWaiting />} onFailed={giveUp} />;
}
