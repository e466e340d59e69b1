import type { ToolContext } from '../tool.ts';

/** What a person sees of the texts of a run while they are written. */
export function createScreen({ onText, onRestart }: Pick<ToolContext, 'onText' | 'onRestart'>) {
  let shown = '';
  let isOld = false;
  const empty = (): void => {
    onRestart();
    shown = '';
    isOld = false;
  };
  const write = (delta: string): void => {
    if (isOld) empty();
    shown += delta;
    onText(delta);
  };
  return {
    write,
    /** The next words replace what is shown, which stays until they come. */
    begin: (): void => {
      isOld = shown !== '';
    },
    /** Discards what was written since `begin`. */
    clear: (): void => {
      if (!isOld && shown !== '') empty();
    },
    /** Shows a text as it is delivered, if something else is on the screen. */
    settle: (text: string): void => {
      if (shown === '' || shown.trim() === text) return;
      empty();
      write(text);
    },
  };
}
