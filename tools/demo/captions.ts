export interface Cue {
  /** Seconds since the recording began; it stays until the next one. */
  readonly at: number;
  readonly text: string;
}

/** Captions as WebVTT (https://www.w3.org/TR/webvtt1/), the last one until the end. */
export function toVtt(cues: readonly Cue[], end: number): string {
  const blocks = cues.map(({ at, text }, index) => {
    const until = cues[index + 1]?.at ?? end;
    return `${toTime(at)} --> ${toTime(until)}\n${text}\n`;
  });
  return ['WEBVTT\n', ...blocks].join('\n');
}

function toTime(seconds: number): string {
  const minutes = Math.floor(seconds / 60);
  const rest = (seconds - minutes * 60).toFixed(3);
  return `00:${String(minutes).padStart(2, '0')}:${rest.padStart(6, '0')}`;
}
