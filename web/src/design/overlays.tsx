import Ellipsis from 'lucide-react/icons/ellipsis';
import Pencil from 'lucide-react/icons/pencil';
import Plus from 'lucide-react/icons/plus';
import Square from 'lucide-react/icons/square';
import SquareCheck from 'lucide-react/icons/square-check';
import Trash2 from 'lucide-react/icons/trash';
import { useEffect, useId, useState } from 'react';
import { Button } from '#web/ui/controls/button.tsx';
import { IconButton } from '#web/ui/controls/icon-button.tsx';
import { TextField } from '#web/ui/controls/text-field.tsx';
import { Dialog } from '#web/ui/overlays/dialog.tsx';
import { DialogWaiting } from '#web/ui/overlays/dialog-waiting.tsx';
import { FormDialog } from '#web/ui/overlays/form-dialog.tsx';
import { Menu } from '#web/ui/overlays/menu.tsx';
import { MenuItem } from '#web/ui/overlays/menu-item.tsx';
import { Palette } from '#web/ui/overlays/palette.tsx';
import type { PaletteGroup } from '#web/ui/overlays/palette-entry.ts';
import { PaletteList } from '#web/ui/overlays/palette-list.tsx';
import { Specimen, States } from './specimen.tsx';

const nothing = () => undefined;

const GROUPS: readonly PaletteGroup[] = [
  {
    id: 'tasks',
    label: 'Tasks',
    entries: [
      { id: 'one', Icon: Square, label: 'Book the van', note: 'Flat move', run: nothing },
      { id: 'two', Icon: SquareCheck, label: 'Measure the sofa', note: 'Completed', run: nothing },
    ],
  },
  {
    id: 'commands',
    label: 'Commands',
    entries: [{ id: 'three', Icon: Plus, label: 'Add Task', keys: ['N'], run: nothing }],
  },
];

/** Overlays, shown across both columns in the page's theme. */
export function Overlays() {
  const [open, setOpen] = useState<'dialog' | 'form' | 'waiting' | 'palette'>();
  const [query, setQuery] = useState('');
  const [active, setActive] = useState('one');
  const listId = useId();
  const close = () => setOpen(undefined);
  return (
    <>
      <Specimen name="Menu, MenuItem">
        <Menu
          trigger={
            <IconButton label="More">
              <Ellipsis size={16} aria-hidden />
            </IconButton>
          }
        >
          <MenuItem icon={<Pencil size={16} aria-hidden />} onSelect={nothing}>
            Edit Task
          </MenuItem>
          <MenuItem icon={<Trash2 size={16} aria-hidden />} damage onSelect={nothing}>
            Delete
          </MenuItem>
        </Menu>
      </Specimen>
      <Specimen name="Dialog, FormDialog, DialogWaiting, Palette">
        <States>
          <Button onClick={() => setOpen('dialog')}>Dialog</Button>
          <Button onClick={() => setOpen('form')}>FormDialog that takes something away</Button>
          <Button onClick={() => setOpen('waiting')}>DialogWaiting, for two seconds</Button>
          <Button onClick={() => setOpen('palette')}>Palette</Button>
        </States>
        {open === 'form' && (
          <FormDialog
            damage
            width="s"
            title="Delete this project?"
            cancelLabel="Cancel"
            submitLabel="Delete project"
            busyLabel="Deleting…"
            busy={false}
            onSubmit={close}
            onClose={close}
          >
            <p className="text-text-2">Its tasks stay on the list.</p>
          </FormDialog>
        )}
        {open === 'waiting' && <Waiting onOver={close} />}
        {open === 'palette' && (
          <Palette
            onClose={close}
            label="Search and commands"
            placeholder="Search"
            query={query}
            onQuery={setQuery}
            maxLength={200}
            groups={GROUPS}
            spoken=""
          />
        )}
        <Dialog
          open={open === 'dialog'}
          onClose={close}
          title="Edit Task"
          description="Its head and foot stay, its body scrolls."
          onSubmit={(event) => {
            event.preventDefault();
            close();
          }}
          foot={
            <>
              <Button look="plain" onClick={close}>
                Cancel
              </Button>
              <Button look="primary" type="submit">
                Save Changes
              </Button>
            </>
          }
        >
          <TextField label="Title" defaultValue="Book the van" />
        </Dialog>
      </Specimen>
      <Specimen name="PaletteList">
        <div className="rounded-dialog border border-line-strong bg-raised">
          <PaletteList id={listId} label="Palette" groups={GROUPS} activeId={active} onActive={setActive} />
        </div>
      </Specimen>
    </>
  );
}

function Waiting({ onOver }: { onOver: () => void }) {
  useEffect(() => {
    const timer = setTimeout(onOver, 2000);
    return () => clearTimeout(timer);
  });
  return <DialogWaiting />;
}
