import { useEffect, useRef } from 'react';
import type { PaletteEntry, PaletteGroup } from './palette-entry.ts';

export interface PaletteListProps {
  /** Id of the list; `optionId` derives those of its options. */
  id: string;
  label: string;
  groups: readonly PaletteGroup[];
  activeId: string | undefined;
  onActive: (id: string) => void;
}

export const optionId = (listId: string, entryId: string): string => `${listId}-${entryId}`;

/**
 * The options. Focus stays in the field above, which references the active one. Hand-made: Base UI's
 * Autocomplete (1.9.0) tracks the index of the active option, so that changes when results arrive above it; and
 * it sets no aria-selected. The rules disabled below ask for native elements or for key handlers on each
 * option, and a combobox has neither.
 */
export function PaletteList({ id, label, groups, activeId, onActive }: PaletteListProps) {
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- the lists of the browser hold plain text only
    <div id={id} role="listbox" aria-label={label} className="palette-list">
      {groups.map((group) => (
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a fieldset may not stand in a listbox
        <div key={group.id} role="group" aria-labelledby={`${id}-${group.id}-head`}>
          <div id={`${id}-${group.id}-head`} className="palette-head">
            {group.label}
          </div>
          {group.entries.map((entry) => (
            <Option
              key={entry.id}
              id={optionId(id, entry.id)}
              entry={entry}
              isActive={entry.id === activeId}
              onActive={onActive}
            />
          ))}
        </div>
      ))}
    </div>
  );
}

interface OptionProps {
  id: string;
  entry: PaletteEntry;
  isActive: boolean;
  onActive: (id: string) => void;
}

function Option({ id, entry, isActive, onActive }: OptionProps) {
  const { Icon, label, note, keys, run } = entry;
  const option = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isActive) option.current?.scrollIntoView({ block: 'nearest' });
  }, [isActive]);
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus -- the field has the keys and the focus
    <div
      ref={option}
      id={id}
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- as the list itself
      role="option"
      aria-selected={isActive}
      className="palette-option"
      // Not "enter": a list that scrolls under a resting pointer isn't pointed at.
      onPointerMove={() => onActive(entry.id)}
      onClick={run}
    >
      <Icon size={16} aria-hidden />
      <span className="palette-label" dir="auto">
        {label}
      </span>
      {note && (
        <span className="palette-note" dir="auto">
          {note}
        </span>
      )}
      {keys && (
        <span className="palette-keys" aria-hidden>
          {keys.map((key) => (
            <kbd key={key}>{key}</kbd>
          ))}
        </span>
      )}
    </div>
  );
}
