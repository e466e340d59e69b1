import Forward from 'lucide-react/icons/forward';
import Pencil from 'lucide-react/icons/pencil';
import Plus from 'lucide-react/icons/plus';
import { Button } from '#web/ui/controls/button.tsx';
import type { ButtonLook } from '#web/ui/controls/button-class.ts';
import { IconButton } from '#web/ui/controls/icon-button.tsx';
import { TextButton } from '#web/ui/controls/text-button.tsx';
import { TextLink } from '#web/ui/controls/text-link.tsx';
import { ThemeButton } from '#web/ui/controls/theme-button.tsx';
import { Specimen, States } from './specimen.tsx';

const LOOKS: readonly ButtonLook[] = ['primary', 'second', 'plain', 'damage', 'damage-fill'];
const nothing = () => undefined;

export function Buttons() {
  return (
    <>
      <Specimen name="Button">
        {LOOKS.map((look) => (
          <States key={look}>
            <Button look={look}>Add Task</Button>
            <Button look={look} icon={<Plus size={16} aria-hidden />}>
              With an icon
            </Button>
            <Button look={look} disabled>
              Off
            </Button>
            <Button look={look} busy busyLabel="Saving…">
              Save
            </Button>
          </States>
        ))}
        <States>
          <Button size="s">Small</Button>
          <Button size="m">Middle</Button>
          <Button size="l">Large</Button>
          <span className="bg-slip p-3">
            <Button look="slip">On a slip</Button>
          </span>
        </States>
      </Specimen>
      <Specimen name="IconButton, ThemeButton, TextButton, TextLink">
        <States>
          <IconButton label="Edit">
            <Pencil size={16} aria-hidden />
          </IconButton>
          <IconButton label="Delegate" size={32}>
            <Forward size={16} aria-hidden />
          </IconButton>
          <IconButton label="Off" disabled>
            <Pencil size={16} aria-hidden />
          </IconButton>
          <ThemeButton />
          <span>
            A sentence with a <TextLink href="#design">link</TextLink> and a{' '}
            <TextButton onPress={nothing}>button</TextButton> in it.
          </span>
        </States>
      </Specimen>
    </>
  );
}
