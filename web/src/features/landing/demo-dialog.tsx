import { Trans } from '@lingui/react';
import X from 'lucide-react/icons/x';
import { t } from '#web/texts/pages.ts';
import { IconButton } from '#web/ui/controls/icon-button.tsx';
import { ToolStills } from './examples/tool-stills.tsx';
import { TextLink } from './text-link.tsx';

/**
 * A native dialog, which needs no framework: it traps focus, closes on Escape and restores focus. The video
 * files are large and rarely watched, so the script sets their sources when the dialog opens.
 */
export function DemoDialog() {
  return (
    <dialog className="demo" data-demo aria-labelledby="demo-title">
      <div className="demo-head">
        <div>
          <h2 id="demo-title" className="type-title-3">
            {t('landing.demo.title')}
          </h2>
          <p data-demo-own className="type-meta mt-0.5 text-text-3">
            {t('landing.demo.note')}
          </p>
        </div>
        <IconButton data-demo-close label={t('landing.demo.close')} size={32} className="ms-auto">
          <X size={16} aria-hidden />
        </IconButton>
      </div>
      <div className="demo-stage">
        <video data-demo-own aria-label={t('landing.demo.video')} controls muted playsInline preload="none">
          <source data-ending="webm" type="video/webm" />
          <source data-ending="mp4" type="video/mp4" />
          <track
            default
            kind="captions"
            data-ending="en.vtt"
            srcLang="en"
            label={t('landing.demo.captions')}
          />
        </video>
      </div>
      <p data-demo-failed hidden role="alert" className="type-meta px-5 py-3 text-damage">
        <Trans id="landing.demo.failed" components={{ file: <TextLink href="/demo/desk.mp4" /> }} />
      </p>
      <ToolStills />
    </dialog>
  );
}
