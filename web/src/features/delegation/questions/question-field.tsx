import { useId, useState } from 'react';
import { ANSWER_MAX, type RunQuestion } from '#domain/run/questions.ts';
import { t } from '#web/texts/later.ts';
import { TextField } from '#web/ui/controls/text-field.tsx';

interface QuestionFieldProps {
  question: RunQuestion;
  /** Undefined: untouched, so the default holds. Empty: words of their own, which aren't typed yet. */
  answer: string | undefined;
  onAnswer: (answer: string) => void;
}

/** One question: answers to choose from, the default marked, or words of one's own. Native radio buttons. */
export function QuestionField({ question, answer, onAnswer }: QuestionFieldProps) {
  const { text, choices, default: usual } = question;
  const id = useId();
  const [isOwn, setOwn] = useState(answer !== undefined && !choices.includes(answer));
  const chosen = isOwn ? undefined : (answer ?? usual);
  return (
    <fieldset className="grid min-w-0 gap-2">
      <legend dir="auto" className="type-ui mb-2 wrap-anywhere">
        {text}
      </legend>
      <div className="flex flex-wrap gap-2">
        {choices.map((choice) => (
          <ChoiceChip
            key={choice}
            name={id}
            label={choice}
            checked={choice === chosen}
            onChoose={() => {
              setOwn(false);
              onAnswer(choice);
            }}
          />
        ))}
        <ChoiceChip
          name={id}
          label={t('delegation.questions.other')}
          checked={isOwn}
          onChoose={() => {
            setOwn(true);
            onAnswer('');
          }}
        />
      </div>
      {isOwn && (
        <TextField
          label={t('delegation.questions.own')}
          dir="auto"
          autoComplete="off"
          maxLength={ANSWER_MAX}
          value={answer ?? ''}
          onChange={({ target }) => onAnswer(target.value)}
        />
      )}
    </fieldset>
  );
}

interface ChoiceChipProps {
  name: string;
  label: string;
  checked: boolean;
  onChoose: () => void;
}

function ChoiceChip({ name, label, checked, onChoose }: ChoiceChipProps) {
  return (
    <label
      dir="auto"
      className="relative inline-flex min-h-8 max-w-full items-center rounded-control border border-control bg-raised px-3 py-1 type-ui wrap-anywhere hover:border-text-3 has-checked:border-ink has-checked:bg-ink-wash has-checked:text-ink has-focus-visible:outline-(--focus) has-focus-visible:outline-offset-(--focus-offset) max-md:min-h-11"
    >
      <input
        type="radio"
        className="absolute inset-0 cursor-pointer appearance-none outline-none"
        name={name}
        value={label}
        checked={checked}
        onChange={onChoose}
      />
      {label}
    </label>
  );
}
