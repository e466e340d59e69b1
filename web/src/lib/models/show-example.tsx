import { t } from '../../texts/app.ts';
import { TextButton } from '../../ui/controls/text-button.tsx';
import { useConfig } from '../server/use-config.ts';
import { useExamples } from './open-examples.ts';

/** Opens the list of example tasks; renders nothing where a model is connected. */
export function ShowExample() {
  const isDemo = useConfig()?.ai.demo ?? false;
  const open = useExamples((state) => state.open);
  if (!isDemo) return null;
  return <TextButton onPress={open}>{t('examples.open')}</TextButton>;
}
