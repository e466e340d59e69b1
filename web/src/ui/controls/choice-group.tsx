import { type ReactNode, useId } from 'react';
import { FieldError } from './field-error.tsx';

export interface Choice<Value extends string> {
  value: Value;
  label: string;
  icon?: ReactNode;
}

export interface ChoiceGroupProps<Value extends string> {
  legend: string;
  choices: readonly Choice<Value>[];
  value: Value | undefined;
  onChange: (value: Value) => void;
  error?: string;
}

/**
 * Radio buttons that look like a row of buttons: category, priority, timeframe. Native radio buttons, so that
 * arrow keys change the choice and Tab leaves the group.
 */
export function ChoiceGroup<Value extends string>(props: ChoiceGroupProps<Value>) {
  const { legend, choices, value, onChange, error } = props;
  const id = useId();
  return (
    <fieldset className="grid min-w-0 gap-1.5" aria-describedby={error ? `${id}-error` : undefined}>
      <legend className="type-ui mb-1.5">{legend}</legend>
      <div className="flex w-fit max-w-full flex-wrap rounded-control border border-control bg-raised max-md:w-full">
        {choices.map((choice) => (
          <label key={choice.value} className="choice max-md:grow">
            <input
              type="radio"
              // Invisible and as large as its label, so that anything that clicks the radio button hits it.
              className="absolute inset-0 cursor-pointer appearance-none outline-none"
              name={id}
              value={choice.value}
              checked={choice.value === value}
              onChange={() => onChange(choice.value)}
            />
            {choice.icon}
            {choice.label}
          </label>
        ))}
      </div>
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
    </fieldset>
  );
}
