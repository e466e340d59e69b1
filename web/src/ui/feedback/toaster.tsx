import Check from 'lucide-react/icons/check';
import CircleAlert from 'lucide-react/icons/circle-exclamation-point';
import X from 'lucide-react/icons/x';
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react';
import { resolveValue, type Toast, toast, useToaster } from 'react-hot-toast/headless';
import { t } from '#web/texts/app.ts';
import { IconButton } from '../controls/icon-button.tsx';
import { LiveMark } from '../marks/live-mark.tsx';
import { useToastKeys } from './use-toast-keys.ts';

const GUTTER = 8;
const MAX_TOASTS = 20;

/**
 * The specified durations. They equal the library's defaults, and are set so that an update can't change them.
 */
const OPTIONS = {
  duration: 4000,
  removeDelay: 1000,
  success: { duration: 2000 },
  error: { duration: 4000 },
  loading: { duration: Number.POSITIVE_INFINITY },
  custom: { duration: 4000 },
} as const;

/**
 * Toasts at the top centre, newest first. Uses the library's headless API: its styled one writes styles through
 * `innerHTML`, which our Content-Security-Policy (Trusted Types) refuses.
 */
export function Toaster() {
  const { toasts, handlers } = useToaster(OPTIONS);
  const { startPause, calculateOffset, updateHeight } = handlers;
  const [isHeld, setHeld] = useState(false);
  const section = useRef<HTMLElement>(null);
  useToastKeys(section);
  // The `endPause` of the render that started the pause is a no-op.
  const endPause = useEffectEvent(handlers.endPause);
  useEffect(() => {
    if (!isHeld) return;
    startPause();
    return () => endPause();
  }, [isHeld, startPause]);
  return (
    // A live region mounted before any toast: an opening dialog hides everything else from screen readers. The
    // toasts themselves are no live regions, or they would be read twice.
    <section
      ref={section}
      aria-keyshortcuts="F6"
      aria-label={t('ui.notifications')}
      aria-live="polite"
      className="toasts pointer-events-none fixed z-30"
    >
      {toasts.slice(0, MAX_TOASTS).map((item) => (
        <ToastPlace
          key={item.id}
          offset={calculateOffset(item, { gutter: GUTTER, defaultPosition: 'top-center' })}
          isVisible={item.visible}
          onMeasure={item.height === undefined ? (height) => updateHeight(item.id, height) : undefined}
          onHold={() => setHeld(true)}
          onRelease={() => setHeld(false)}
        >
          <ToastCard item={item} />
        </ToastPlace>
      ))}
    </section>
  );
}

interface ToastPlaceProps {
  /** Pixels below the top of the stack. */
  offset: number;
  isVisible: boolean;
  /** Called with the height in pixels; undefined once it is known. */
  onMeasure: ((height: number) => void) | undefined;
  onHold: () => void;
  onRelease: () => void;
  children: ReactNode;
}

/** Places a toast. Hovering or focusing one pauses all. */
function ToastPlace({ offset, isVisible, onMeasure, onHold, onRelease, children }: ToastPlaceProps) {
  // A toast removed while hovered gets no leave event.
  const release = useEffectEvent(onRelease);
  useEffect(() => () => release(), []);
  return (
    <div
      ref={(element) => {
        if (element) onMeasure?.(element.offsetHeight);
      }}
      className="absolute inset-x-0 mx-auto w-87.5 max-w-full transition-[translate,opacity] duration-(--t-enter)"
      role="presentation"
      // Touch fires enter on tap, but no leave when the toast is gone.
      onPointerEnter={({ pointerType }) => pointerType !== 'touch' && onHold()}
      onPointerLeave={({ pointerType }) => pointerType !== 'touch' && onRelease()}
      onFocus={onHold}
      onBlur={onRelease}
      style={{ translate: `0 ${offset}px`, opacity: isVisible ? 1 : 0 }}
    >
      {children}
    </div>
  );
}

function ToastCard({ item }: { item: Toast }) {
  const pressable = item.visible ? 'pointer-events-auto' : '';
  return (
    <div
      className={`toast ${item.className ?? ''} ${pressable}`}
      data-said={item.visible ? item.createdAt : undefined}
    >
      {item.icon ?? ICONS[item.type]}
      {resolveValue(item.message, item)}
      {(item.type === 'loading' || item.duration === Number.POSITIVE_INFINITY) && (
        <IconButton label={t('ui.close')} className="-my-1 ms-auto" onClick={() => toast.dismiss(item.id)}>
          <X size={14} aria-hidden />
        </IconButton>
      )}
    </div>
  );
}

const ICONS: Readonly<Record<Toast['type'], ReactNode>> = {
  success: <Check size={16} aria-hidden className="mt-0.5 text-ink" />,
  error: <CircleAlert size={16} aria-hidden className="mt-0.5 text-damage" />,
  loading: (
    <span className="mx-1 mt-1.5">
      <LiveMark />
    </span>
  ),
  blank: null,
  custom: null,
};
