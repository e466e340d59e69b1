import type { LandingConfig } from './read-landing-config.ts';

/** Recordings made by `tools/record-demo.ts`, one wide and one narrow. */
const OWN = { desk: '/demo/desk', phone: '/demo/phone' } as const;

/** Falls back to our own video if the configuration takes longer. */
const CONFIG_WAIT_MS = 3000;

/**
 * Dialog with our recording, or the operator's video. Neither is requested before it opens. If the
 * configuration is missing or late, our own is shown.
 */
export function enableDemo(root: HTMLElement, config: Promise<LandingConfig | null>): void {
  const dialog = root.querySelector<HTMLDialogElement>('dialog[data-demo]');
  const video = dialog?.querySelector('video');
  const failed = dialog?.querySelector<HTMLElement>('[data-demo-failed]');
  if (!dialog || !video || !failed) return;

  const show = (address: unknown): void => {
    if (!dialog.open) return;
    const isOwn = typeof address !== 'string';
    for (const own of dialog.querySelectorAll<HTMLElement>('[data-demo-own]')) own.hidden = !isOwn;
    if (isOwn) play(video, failed);
    else video.after(frameOf(address, dialog.getAttribute('aria-labelledby')));
  };
  root.querySelector('[data-demo-button]')?.addEventListener('click', () => {
    dialog.showModal();
    void Promise.race([config, late()]).then((read) => show(read?.demoVideoUrl));
  });
  dialog.addEventListener('close', () => {
    video.pause();
    dialog.querySelector('iframe')?.remove();
  });
  dialog.querySelector('[data-demo-close]')?.addEventListener('click', () => dialog.close());
  // Clicks on the backdrop: the dialog itself is covered by its children.
  dialog.addEventListener('click', ({ target }) => target === dialog && dialog.close());
  // An error of the last source means that none can be played.
  video.querySelector('source:last-of-type')?.addEventListener('error', () => {
    failed.hidden = false;
  });
}

function late(): Promise<null> {
  return new Promise((resolve) => setTimeout(() => resolve(null), CONFIG_WAIT_MS));
}

function play(video: HTMLVideoElement, failed: HTMLElement): void {
  // Reload when opened again after a failure.
  if (!video.poster || !failed.hidden) {
    nameFiles(video, OWN[matchMedia('(width < 768px)').matches ? 'phone' : 'desk']);
    failed.hidden = true;
  }
  // Muted, so browsers allow autoplay; with reduced motion the viewer presses play.
  if (matchMedia('(prefers-reduced-motion: reduce)').matches) return;
  void video.play().catch(() => undefined); // the video has controls, and failures have their own event
}

function nameFiles(video: HTMLVideoElement, file: string): void {
  video.poster = `${file}.jpg`;
  for (const part of video.querySelectorAll<HTMLSourceElement | HTMLTrackElement>('[data-ending]')) {
    part.src = `${file}.${part.dataset['ending']}`;
  }
  video.load();
}

function frameOf(address: string, title: string | null): HTMLIFrameElement {
  const frame = document.createElement('iframe');
  frame.src = address;
  frame.allow = 'fullscreen; autoplay';
  if (title) frame.setAttribute('aria-labelledby', title);
  return frame;
}
