import { useId } from 'react';

declare module 'react' {
  interface CSSProperties {
    /** Position along the track. */
    '--at'?: string;
  }
}

export interface RangeFieldProps {
  label: string;
  min: number;
  max: number;
  value: number;
  onChange: (value: number) => void;
}

/** A slider with its value at the end of the label. */
export function RangeField({ label, min, max, value, onChange }: RangeFieldProps) {
  const id = useId();
  return (
    <div className="grid gap-1.5">
      <div className="flex items-baseline justify-between gap-3">
        <label htmlFor={id} className="type-ui">
          {label}
        </label>
        <output htmlFor={id} className="type-slip text-text-2">
          {value}
        </output>
      </div>
      <input
        id={id}
        type="range"
        className="range"
        min={min}
        max={max}
        value={value}
        style={{ '--at': `${((value - min) / (max - min)) * 100}%` }}
        onChange={({ target }) => onChange(target.valueAsNumber)}
      />
    </div>
  );
}
