import { t } from '../../texts/later.ts';
import { Button } from '../../ui/controls/button.tsx';
import { InlineError } from '../../ui/feedback/inline-error.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { brandName } from '../page/brand.ts';
import { ModelReportView } from './model-report-view.tsx';
import { reportWords } from './report-words.ts';
import type { ModelCheck } from './use-model-check.ts';

export interface CheckModelsDialogProps {
  check: ModelCheck;
  onClose: () => void;
}

/** Check the AI connection: states the cost first, then the results. Runs on a click only. */
export function CheckModelsDialog({ check, onClose }: CheckModelsDialogProps) {
  const { report, failure, isRunning } = check;
  const isAgain = report !== null || failure !== null;
  return (
    <Dialog open onClose={onClose} title={t('connect.check.title')}>
      <p className="text-text-2">{t('connect.check.about', { name: brandName() })}</p>
      <Button
        look="primary"
        className="justify-self-start"
        busy={isRunning}
        busyLabel={t('connect.check.running')}
        onClick={() => void check.run()}
      >
        {t(isAgain ? 'connect.check.again' : 'connect.check.run')}
      </Button>
      {failure !== null && <InlineError>{failure}</InlineError>}
      <output className="text-text-2 empty:hidden">
        {isRunning ? t('connect.check.progress') : report && reportWords(report)}
      </output>
      {report && <ModelReportView report={report} />}
    </Dialog>
  );
}
