import { type AiTaskType, TOOLS, WISH_MAX } from '#domain/ai-task.ts';
import { type TextId, t } from '#web/texts/later.ts';
import { TextArea } from '#web/ui/controls/text-area.tsx';

export interface WishFieldProps {
  /** Undefined until a tool is chosen. */
  type: AiTaskType | undefined;
  value: string;
  onChange: (words: string) => void;
  /** Omitted: that of a wish. */
  maxLength?: number;
  hint?: string;
}

/** The person's own words for the assistant, beside the task. Never required. */
export function WishField({ type, value, onChange, maxLength = WISH_MAX, hint }: WishFieldProps) {
  return (
    <TextArea
      label={t(labelOf(type))}
      note={t('delegation.wish.optional')}
      {...(hint && { hint })}
      dir="auto"
      className="field-sizing-content min-h-16.5 max-h-40.5"
      maxLength={maxLength}
      value={value}
      onChange={({ target }) => onChange(target.value)}
    />
  );
}

function labelOf(type: AiTaskType | undefined): TextId {
  if (type === undefined || TOOLS[type].makes === 'text') return 'delegation.wish.add';
  return TOOLS[type].edits ? 'delegation.wish.change' : 'delegation.wish.describe';
}
