import type { LandingConfig } from './read-landing-config.ts';

/** Recordings made by `tools/record-demo.ts`, one wide and one narrow. */
const OWN = { desk: '/demo/desk', phone: '/demo/phone' } as const;

/** A server that has not said by then which video it is may never say. */
const CONFIG_WAIT_MS = 3000;

/**
 * The dialog with the recording, or with the video that the operator has named. Nothing of either is asked for
 * before somebody opens it. Without the configuration, which is read meanwhile, it is our own: the same when it is late.
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
  // A press beside the dialog: its own edge is covered by its children.
  dialog.addEventListener('click', ({ target }) => target === dialog && dialog.close());
  // An error of the last source means that none could be played.
  video.querySelector('source:last-of-type')?.addEventListener('error', () => {
    failed.hidden = false;
  });
}

function late(): Promise<null> {
  return new Promise((resolve) => setTimeout(() => resolve(null), CONFIG_WAIT_MS));
}

function play(video: HTMLVideoElement, failed: HTMLElement): void {
  // Opened again after a failure, it is asked for again.
  if (!video.poster || !failed.hidden) {
    nameFiles(video, OWN[matchMedia('(width < 768px)').matches ? 'phone' : 'desk']);
    failed.hidden = true;
  }
  // Muted, so browsers allow autoplay; with reduced motion the viewer presses play.
  if (matchMedia('(prefers-reduced-motion: reduce)').matches) return;
  void video.play().catch(() => undefined); // the controls are there, and a failure has its own event
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
