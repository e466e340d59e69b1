import { CopyButton } from '../device/copy-button.tsx';

interface SettingLinesProps {
  lines: readonly string[];
  copyLabel: string;
}

/** Lines of `.env`, with a copy button. */
export function SettingLines({ lines, copyLabel }: SettingLinesProps) {
  const text = lines.join('\n');
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1 rounded-paper bg-well py-2 ps-3.5 pe-2">
      <pre dir="ltr" className="type-slip min-w-0 grow basis-70 whitespace-pre-wrap [overflow-wrap:anywhere]">
        {text}
      </pre>
      {/* Resets the button when the lines change. */}
      <span className="ms-auto">
        <CopyButton key={text} text={`${text}\n`} label={copyLabel} />
      </span>
    </div>
  );
}
