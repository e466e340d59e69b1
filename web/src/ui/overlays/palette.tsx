import { Dialog as Base } from '@base-ui/react/dialog';
import Search from 'lucide-react/icons/search';
import X from 'lucide-react/icons/x';
import { type KeyboardEvent, type ReactNode, useId, useRef } from 'react';
import { t } from '#web/texts/app.ts';
import { IconButton } from '../controls/icon-button.tsx';
import { MODIFIER_KEY } from './modifier-key.ts';
import type { PaletteGroup } from './palette-entry.ts';
import { optionId, PaletteList } from './palette-list.tsx';
import { useActiveEntry } from './use-active-entry.ts';
import { useBackCloses } from './use-back-closes.ts';

export interface PaletteProps {
  onClose: () => void;
  /** Accessible name of the dialog and its field. */
  label: string;
  placeholder: string;
  query: string;
  onQuery: (query: string) => void;
  /** Called once the field has focus. */
  onFocus?: () => void;
  maxLength: number;
  groups: readonly PaletteGroup[];
  /** Between field and list: loading, failed, or nothing found. */
  status?: ReactNode;
  /** Number of results, for screen readers. */
  spoken: string;
}

/** A search field with results: arrow keys move, Enter runs. Full screen on phones. */
export function Palette(props: PaletteProps) {
  const { onClose, label, placeholder, query, onQuery, onFocus, maxLength, groups, status, spoken } = props;
  const listId = useId();
  const field = useRef<HTMLInputElement>(null);
  const { active, setActive, move } = useActiveEntry(groups, query);
  useBackCloses(true, onClose);

  const onKeyDown = (event: KeyboardEvent) => {
    // Keys belong to an IME composition.
    if (event.nativeEvent.isComposing) return;
    const isCommand = event.ctrlKey || event.metaKey;
    if (event.key === 'ArrowDown') move(1);
    else if (event.key === 'ArrowUp') move(-1);
    else if (event.key === 'Enter') (isCommand ? active?.more?.run : active?.run)?.();
    // The shortcut that opens it also closes it.
    else if (event.key === 'k' && isCommand) onClose();
    else return;
    event.preventDefault();
  };
  return (
    <Base.Root open onOpenChange={(next) => !next && onClose()}>
      <Base.Portal>
        <Base.Backdrop className="dialog-scrim" />
        <Base.Viewport className="dialog-viewport palette-viewport">
          <Base.Popup className="dialog palette" aria-label={label} initialFocus={field}>
            <div className="palette-field">
              <Search size={18} aria-hidden />
              <input
                ref={field}
                type="text"
                role="combobox"
                aria-label={label}
                aria-expanded
                aria-controls={listId}
                aria-autocomplete="list"
                aria-activedescendant={active && optionId(listId, active.id)}
                autoComplete="off"
                autoCapitalize="off"
                spellCheck={false}
                enterKeyHint="go"
                dir="auto"
                placeholder={placeholder}
                maxLength={maxLength}
                value={query}
                onChange={(event) => onQuery(event.target.value)}
                onFocus={onFocus}
                onKeyDown={onKeyDown}
              />
              <Base.Close render={<IconButton label={t('ui.close')} size={32} />}>
                <X size={16} aria-hidden />
              </Base.Close>
            </div>
            {status && <div className="palette-status">{status}</div>}
            <PaletteList
              id={listId}
              label={label}
              groups={groups}
              activeId={active?.id}
              onActive={setActive}
            />
            <output className="sr-only">{spoken}</output>
            <PaletteFoot more={active?.more?.label} />
          </Base.Popup>
        </Base.Viewport>
      </Base.Portal>
    </Base.Root>
  );
}

/** Key hints. Screen readers explain a combobox themselves. */
function PaletteFoot({ more }: { more: string | undefined }) {
  return (
    <div aria-hidden className="palette-foot">
      <span>
        <kbd>↑</kbd>
        <kbd>↓</kbd>
        {t('ui.palette.move')}
      </span>
      <span>
        <kbd>{t('ui.key.enter')}</kbd>
        {t('ui.palette.choose')}
      </span>
      {more && (
        <span>
          <kbd>{MODIFIER_KEY}</kbd>
          <kbd>{t('ui.key.enter')}</kbd>
          {more}
        </span>
      )}
      <span className="ms-auto">
        <kbd>{t('ui.key.escape')}</kbd>
        {t('ui.palette.close')}
      </span>
    </div>
  );
}
