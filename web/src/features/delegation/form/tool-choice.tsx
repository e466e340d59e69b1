import { useId } from 'react';
import type { AiTaskType } from '#domain/ai-task.ts';
import { t } from '#web/texts/app.ts';
import { TOOL_ICONS } from '#web/ui/marks/tool-icons.ts';
import { toolName } from '../tools.ts';

export interface ToolChoiceProps {
  /** Tools available on this installation. */
  offered: readonly AiTaskType[];
  value: AiTaskType | undefined;
  onChange: (type: AiTaskType) => void;
}

/** Tool selection: native radio buttons laid out in two columns. */
export function ToolChoice({ offered, value, onChange }: ToolChoiceProps) {
  const name = useId();
  return (
    <fieldset className="min-w-0">
      <legend className="type-ui mb-2">{t('delegation.kind')}</legend>
      {/* The dividers are the background seen through 1 px gaps, which works for any number of tools. */}
      <div className="grid grid-cols-2 gap-px overflow-hidden rounded-control border border-line-strong bg-line [&>:last-child:nth-child(odd)]:col-span-2">
        {offered.map((type) => {
          const Icon = TOOL_ICONS[type];
          return (
            <label key={type} className="tool">
              <input
                type="radio"
                // Invisible and as large as its label, so that anything that clicks the radio button hits it.
                className="absolute inset-0 cursor-pointer appearance-none outline-none"
                name={name}
                value={type}
                checked={type === value}
                onChange={() => onChange(type)}
              />
              <Icon size={18} aria-hidden />
              <span className="type-ui">{toolName(type)}</span>
              <i aria-hidden className="tool-dot" />
              <small>{t(`tools.${type}.says`)}</small>
            </label>
          );
        })}
      </div>
    </fieldset>
  );
}
