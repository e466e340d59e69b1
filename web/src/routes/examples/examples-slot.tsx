import { useExamples } from '#web/lib/models/open-examples.ts';
import { LoadedDialog } from '#web/lib/page/loaded-dialog.tsx';

const load = async () => (await import('./examples-dialog.tsx')).ExamplesDialog;

/** The list of example tasks, when it is open. */
export function ExamplesSlot() {
  const { isOpen, close } = useExamples();
  return isOpen ? <LoadedDialog load={load} props={{}} onClose={close} /> : null;
}
