import { type RefObject, useEffect, useRef, useState } from 'react';
import { CAPTCHAS, type CaptchaProvider } from '#domain/captcha.ts';
import { t } from '#web/texts/later.ts';
import { TextButton } from '../../ui/controls/text-button.tsx';
import { InlineError } from '../../ui/feedback/inline-error.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import { currentTheme } from '../device/theme.ts';
import { logProblem } from '../log.ts';
import { loadCaptchaScript } from './captcha-script.ts';

export interface CaptchaFieldProps {
  provider: CaptchaProvider;
  siteKey: string;
  /** Changes when a token was used, which resets the widget. */
  round: number;
  /** A request is waiting for a token. */
  isAwaited: boolean;
  /** Receives the focus when the challenge must be solved. */
  place: RefObject<HTMLFieldSetElement | null>;
  /** Null when the last token expires. */
  onToken: (token: string | null) => void;
  /** Called when no token can be obtained without a retry. */
  onFailed: () => void;
}

type State = 'loading' | 'shown' | 'solved' | 'expired' | 'failed' | 'blocked';

/** Pixels; below this width the widgets' normal size overflows. */
const USUAL_WIDTH = 303;

/** Widget of a captcha service. Remounts for each token, since a token works once. */
export function CaptchaField({ place, round, ...props }: CaptchaFieldProps) {
  const [attempt, setAttempt] = useState(0);
  return (
    <fieldset
      ref={place}
      aria-label={t('auth.captcha.label')}
      tabIndex={-1}
      className="grid min-h-20 min-w-0 content-center gap-2"
    >
      <Widget key={`${round}/${attempt}`} {...props} onAgain={() => setAttempt(attempt + 1)} />
    </fieldset>
  );
}

interface WidgetProps extends Omit<CaptchaFieldProps, 'place' | 'round'> {
  onAgain: () => void;
}

function Widget({ isAwaited, onAgain, ...props }: WidgetProps) {
  const { box, state } = useWidget(props);
  const again = (
    <TextButton alone onPress={onAgain}>
      {t('auth.captcha.again')}
    </TextButton>
  );
  const { host } = CAPTCHAS[props.provider];
  return (
    <>
      <div ref={box} />
      {state === 'loading' && <Notice>{t('auth.captcha.loading')}</Notice>}
      {state === 'expired' && <Notice>{t('auth.captcha.expired')}</Notice>}
      {state === 'failed' && <InlineError action={again}>{t('auth.captcha.failed')}</InlineError>}
      {state === 'blocked' && <InlineError action={again}>{t('auth.captcha.blocked', { host })}</InlineError>}
      {isAwaited && MAY_BE_SOLVED.has(state) && <InlineError>{t('auth.captcha.missing')}</InlineError>}
    </>
  );
}

const MAY_BE_SOLVED: ReadonlySet<State> = new Set(['shown', 'expired']);

/** Renders the widget into `box`. */
function useWidget({ provider, siteKey, onToken, onFailed }: Omit<WidgetProps, 'isAwaited' | 'onAgain'>) {
  const box = useRef<HTMLDivElement>(null);
  const [state, setState] = useState<State>('loading');

  useEffect(() => {
    let isWanted = true;
    let remove = () => {};
    const tell = (next: State, token: string | null = null) => {
      if (!isWanted) return;
      setState(next);
      if (next === 'failed' || next === 'blocked') onFailed();
      else onToken(token);
    };
    const draw = async () => {
      tell('loading');
      const script = await loadCaptchaScript(provider);
      if (!isWanted || box.current === null) return;
      // The script fills its own element, which React never touches.
      const inner = document.createElement('div');
      box.current.append(inner);
      tell('shown');
      const widget = script.render(inner, {
        sitekey: siteKey,
        theme: isDark() ? 'dark' : 'light',
        size: box.current.clientWidth < USUAL_WIDTH ? 'compact' : 'normal',
        callback: (token) => tell('solved', token),
        'expired-callback': () => tell('expired'),
        'error-callback': () => {
          tell('failed');
          return true;
        },
      });
      remove = () => {
        script.remove(widget);
        inner.remove();
      };
    };
    draw().catch((error: unknown) => {
      logProblem('the captcha could not be shown', error);
      tell('blocked');
    });
    return () => {
      onToken(null);
      isWanted = false;
      remove();
    };
  }, [provider, siteKey, onToken, onFailed]);

  return { box, state };
}

/** The page's current theme, whether chosen or the system's. */
function isDark(): boolean {
  const theme = currentTheme();
  return theme === 'system' ? matchMedia('(prefers-color-scheme: dark)').matches : theme === 'dark';
}
