import type { ComponentType } from 'react';
import { t } from '#web/texts/app.ts';
import { DialogWaiting } from '../../ui/overlays/dialog-waiting.tsx';
import { Loaded } from './loaded.tsx';
import { notify } from './toast.ts';

interface LoadedDialogProps<Props> {
  load: () => Promise<ComponentType<Props>>;
  props: Props;
  onClose: () => void;
}

/** A dialog whose code is loaded when it first opens. */
export function LoadedDialog<Props extends object>({ load, props, onClose }: LoadedDialogProps<Props>) {
  const giveUp = () => {
    onClose();
    // Offline, or replaced by a newer version since this page was opened.
    const reload = { label: t('ui.reload'), onPress: () => location.reload() };
    notify.error(t('ui.form_failed'), navigator.onLine ? { action: reload } : {});
  };
  return <Loaded load={load} props={props} waiting={<DialogWaiting />} onFailed={giveUp} />;
}
