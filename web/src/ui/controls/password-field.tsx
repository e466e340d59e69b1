import Eye from 'lucide-react/icons/eye';
import EyeOff from 'lucide-react/icons/eye-off';
import { useState } from 'react';
import { t } from '#web/texts/app.ts';
import { IconButton } from './icon-button.tsx';
import { TextField, type TextFieldProps } from './text-field.tsx';

export interface PasswordFieldProps extends Omit<TextFieldProps, 'type' | 'end'> {
  autoComplete: 'current-password' | 'new-password';
}

/** A password, hidden until its button shows it. */
export function PasswordField(props: PasswordFieldProps) {
  const [isShown, setIsShown] = useState(false);
  const Icon = isShown ? EyeOff : Eye;
  return (
    <TextField
      spellCheck={false}
      autoCapitalize="none"
      {...props}
      type={isShown ? 'text' : 'password'}
      end={
        <IconButton
          label={t(isShown ? 'ui.password.hide' : 'ui.password.show')}
          size={32}
          onClick={() => setIsShown(!isShown)}
        >
          <Icon size={16} aria-hidden />
        </IconButton>
      }
    />
  );
}
