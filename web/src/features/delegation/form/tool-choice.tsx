import { type ReactNode, useId } from 'react';
import { type AiTaskType, TOOLS, type ToolLack, typesOf } from '#domain/ai-task.ts';
import { attachmentRule, type Reading } from '#domain/attachments.ts';
import { SetUpTool } from '#web/lib/models/set-up-tool.tsx';
import { t } from '#web/texts/later.ts';
import { TOOL_ICONS } from '#web/ui/marks/tool-icons.ts';
import { toolName } from '../tools.ts';
import { wordKinds } from './attachment-words.ts';

export interface ToolChoiceProps {
  /** Tools available on this installation; undefined until that is known. */
  offered: readonly string[] | undefined;
  /** What the others need. */
  lacking: readonly { readonly tool: AiTaskType; readonly lacks: ToolLack }[];
  reading: Reading;
  value: AiTaskType | undefined;
  onChange: (type: AiTaskType) => void;
}

/** Tool selection: native radio buttons laid out in two columns. A tool that can't be had says what it needs. */
export function ToolChoice({ offered, lacking, reading, value, onChange }: ToolChoiceProps) {
  const name = useId();
  const shown = typesOf(TOOLS).flatMap((type) => {
    if (offered?.includes(type)) return { type, lacks: null };
    const lack = lacking.find(({ tool }) => tool === type);
    return lack ? { type, lacks: lack.lacks } : [];
  });
  return (
    <fieldset className="min-w-0">
      <legend className="type-ui mb-2">{t('delegation.kind')}</legend>
      {/* The dividers are the background seen through 1 px gaps, which works for any number of tools. */}
      <div className="grid grid-cols-2 gap-px overflow-hidden rounded-control border border-line-strong bg-line [&>:last-child:nth-child(odd)]:col-span-2">
        {shown.map(({ type, lacks }) =>
          lacks === null ? (
            // oxlint-disable-next-line jsx-a11y/label-has-associated-control -- ToolWords is its text
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
              <ToolWords type={type} reading={reading}>
                <i aria-hidden className="tool-dot" />
              </ToolWords>
            </label>
          ) : (
            <div key={type} className="tool" data-lacks={lacks}>
              <ToolWords type={type} reading={reading} />
              <span className="tool-lack">
                <SetUpTool lacks={lacks} />
              </span>
            </div>
          ),
        )}
      </div>
    </fieldset>
  );
}

interface ToolWordsProps {
  type: AiTaskType;
  reading: Reading;
  children?: ReactNode;
}

function ToolWords({ type, reading, children }: ToolWordsProps) {
  const Icon = TOOL_ICONS[type];
  return (
    <>
      <Icon size={18} aria-hidden />
      <span className="type-ui">{toolName(type)}</span>
      {children}
      <small>{wordTool(type, reading)}</small>
    </>
  );
}

/** What a tool is for; one that is described by its files names those that it reads here. */
function wordTool(type: AiTaskType, reading: Reading): string {
  const rule = attachmentRule(type, reading);
  return rule !== null && TOOLS[type].subject === 'data' ? wordKinds(rule) : t(`tools.${type}.says`);
}
