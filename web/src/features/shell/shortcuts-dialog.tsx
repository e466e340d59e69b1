import { Fragment, useRef } from 'react';
import { t } from '#web/texts/soon.ts';
import { Checkbox } from '#web/ui/controls/checkbox.tsx';
import { Dialog } from '#web/ui/overlays/dialog.tsx';
import { useLetterKeys } from './letter-keys.ts';
import {
  ANYWHERE,
  IN_DIALOG,
  IN_LIST,
  isBare,
  type Keys,
  keyCaps,
  OF_LIST,
  type Shortcut,
} from './shortcuts.ts';

type Listed = Pick<Shortcut, 'label' | 'keys'>;

/** Lists all shortcuts, with a switch for single-letter ones. Loaded on demand. */
export function ShortcutsDialog({ onClose }: { onClose: () => void }) {
  const { isOn, set } = useLetterKeys();
  const list = useRef<HTMLDivElement>(null);
  return (
    <Dialog open onClose={onClose} title={t('shell.keys.title')} initialFocus={list}>
      {/* Takes the initial focus, so that the first key doesn't toggle the switch below. */}
      <div ref={list} tabIndex={-1} className="grid gap-x-10 gap-y-5 outline-none md:grid-cols-2">
        <ShortcutList heading={t('shell.keys.anywhere')} shortcuts={ANYWHERE} withBare={isOn} />
        <div className="grid content-start gap-5">
          <ShortcutList heading={t('shell.keys.in_list')} shortcuts={[...IN_LIST, OF_LIST]} withBare={isOn} />
          <ShortcutList heading={t('shell.keys.in_dialog')} shortcuts={IN_DIALOG} withBare={isOn} />
        </div>
      </div>
      <LineWords />
      <div className="border-t border-line pt-4">
        <Checkbox checked={isOn} onChange={(event) => set(event.target.checked)}>
          {t('shell.keys.switch')}
        </Checkbox>
      </div>
    </Dialog>
  );
}

const LINE_WORDS = [
  [t('shell.words.timeframe'), t('shell.words.timeframe_words')],
  [t('shell.words.priority'), t('shell.words.priority_words')],
  [t('shell.words.category'), t('shell.words.category_words')],
  [t('shell.words.project'), t('shell.words.project_words')],
] as const;

/** Words that quick add understands. */
function LineWords() {
  return (
    <section className="mt-5">
      <h3 className="type-meta-strong border-b border-line pb-1 text-text-2">{t('shell.words.title')}</h3>
      <dl className="grid grid-cols-[auto_1fr] gap-x-6 gap-y-1 pt-1.5">
        {LINE_WORDS.map(([meaning, words]) => (
          <Fragment key={meaning}>
            <dt className="type-meta">{meaning}</dt>
            <dd className="type-meta text-text-3">{words}</dd>
          </Fragment>
        ))}
      </dl>
    </section>
  );
}

interface ShortcutListProps {
  heading: string;
  shortcuts: readonly Listed[];
  withBare: boolean;
}

function ShortcutList({ heading, shortcuts, withBare }: ShortcutListProps) {
  return (
    <section>
      <h3 className="type-meta-strong border-b border-line pb-1 text-text-2">{heading}</h3>
      <dl>
        {shortcuts
          .map(({ label, keys }) => ({ label, keys: keys.filter((one) => withBare || !isBare(one)) }))
          .filter(({ keys }) => keys.length > 0)
          .map(({ label, keys }) => (
            <div key={label} className="flex min-h-8 items-center justify-between gap-4">
              <dt className="type-meta">{label}</dt>
              <dd className="type-meta flex shrink-0 items-center gap-1 text-text-3">
                {keys.map((one, at) => (
                  <Fragment key={one.join(' ')}>
                    {at > 0 && <span className="px-0.5">{t('shell.keys.or')}</span>}
                    <Caps keys={one} />
                  </Fragment>
                ))}
              </dd>
            </div>
          ))}
      </dl>
    </section>
  );
}

function Caps({ keys }: { keys: Keys }) {
  return keyCaps(keys).map((cap) => <kbd key={cap}>{cap}</kbd>);
}
