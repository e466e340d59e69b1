import { LoadedDialog } from '#web/lib/page/loaded-dialog.tsx';
import type { Command } from './command.ts';
import { usePalette } from './open-palette.ts';
import type { SearchPaletteProps } from './search-palette.tsx';

const load = async () => (await import('./search-palette.tsx')).SearchPalette;

export interface PaletteSlotProps extends Omit<SearchPaletteProps, 'onClose' | 'commands'> {
  /** Called when the palette opens. */
  readCommands: () => readonly Command[];
}

/** Mounts the command palette. */
export function PaletteSlot({ readCommands, ...props }: PaletteSlotProps) {
  const { isOpen, close } = usePalette();
  if (!isOpen) return null;
  const all = { ...props, commands: readCommands(), onClose: close };
  return <LoadedDialog load={load} props={all} onClose={close} />;
}
