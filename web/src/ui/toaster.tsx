import { Check, CircleAlert, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { resolveValue, type Toast, toast, useToaster } from 'react-hot-toast/headless';
import { IconButton } from './icon-button.tsx';
import { LiveMark } from './live-mark.tsx';

const GUTTER = 8;
const MAX_TOASTS = 20;

/** The specified times. The library's headless build shares them by default; they are named so that an update cannot move them. */
const OPTIONS = {
  duration: 4000,
  removeDelay: 1000,
  success: { duration: 2000 },
  error: { duration: 4000 },
  loading: { duration: Number.POSITIVE_INFINITY },
  custom: { duration: 4000 },
} as const;

/**
 * Toasts at the top centre, newest first. The library's headless half keeps them; its drawn half writes
 * styles through `innerHTML`, which our Content-Security-Policy (trusted types) refuses.
 */
export function Toaster() {
  const { toasts, handlers } = useToaster(OPTIONS);
  const { startPause, endPause, calculateOffset, updateHeight } = handlers;
  return (
    <section aria-label="Notifications" className="pointer-events-none fixed inset-x-4 top-4 z-30">
      {toasts.slice(0, MAX_TOASTS).map((item) => (
        <div
          key={item.id}
          ref={(element) => {
            if (element && item.height === undefined) updateHeight(item.id, element.offsetHeight);
          }}
          className="absolute inset-x-0 mx-auto w-87.5 max-w-full transition-[translate,opacity] duration-(--t-enter)"
          // A toast that is being read or pressed does not run out.
          role="presentation"
          onMouseEnter={startPause}
          onMouseLeave={endPause}
          onFocus={startPause}
          onBlur={endPause}
          style={{
            translate: `0 ${calculateOffset(item, { gutter: GUTTER, defaultPosition: 'top-center' })}px`,
            opacity: item.visible ? 1 : 0,
          }}
        >
          <ToastCard item={item} />
        </div>
      ))}
    </section>
  );
}

function ToastCard({ item }: { item: Toast }) {
  const pressable = item.visible ? 'pointer-events-auto' : '';
  return (
    <div className={`toast ${item.className ?? ''} ${pressable}`} {...item.ariaProps}>
      {item.icon ?? ICONS[item.type]}
      {resolveValue(item.message, item)}
      {item.type === 'loading' && (
        <IconButton label="Close" className="-my-1 ms-auto" onClick={() => toast.dismiss(item.id)}>
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
