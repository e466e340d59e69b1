/** A piece of a streamed answer, from its owner's private broadcast. */
export interface TextDelta {
  readonly attempt: number;
  /** Start of the piece, in UTF-16 units from the start of the attempt's text. */
  readonly offset: number;
  readonly text: string;
}

/** The text of a run as far as this browser has seen it. */
export interface LiveText {
  readonly attempt: number;
  readonly text: string;
  /** Pieces beyond a gap. If not empty, a piece was missed. */
  readonly ahead: readonly TextDelta[];
}

export const NO_TEXT: LiveText = { attempt: 0, text: '', ahead: [] };

/**
 * Adds a piece. Broadcasts are sent at most once and may repeat after a reconnect, so known pieces and those of
 * an earlier attempt are dropped, and one beyond the end waits until the stored text fills the gap.
 */
export function addDelta(live: LiveText, delta: TextDelta): LiveText {
  if (delta.attempt < live.attempt) return live;
  if (delta.attempt > live.attempt) return addDelta({ ...NO_TEXT, attempt: delta.attempt }, delta);
  if (delta.offset > live.text.length) return { ...live, ahead: [...live.ahead, delta] };
  const known = live.text.slice(delta.offset);
  if (known.startsWith(delta.text)) return live;
  // A piece that contradicts the text restarts it at its offset: the engine withdrew the rest.
  const text = live.text.slice(0, delta.offset) + delta.text;
  return settle({ ...live, text });
}

/**
 * Merges the text that the server has stored (`partial_text`). It lags behind the broadcast, so without a gap
 * it is only used where it extends the known text.
 */
export function addStored(live: LiveText, stored: { attempt: number; text: string }): LiveText {
  const sameAttempt = stored.attempt === live.attempt;
  if (sameAttempt && !hasGap(live) && !stored.text.startsWith(live.text)) return live;
  return addDelta(live, { attempt: stored.attempt, offset: 0, text: stored.text });
}

/** True if a piece is missing, so that the stored text must be read again. */
export function hasGap(live: LiveText): boolean {
  return live.ahead.length > 0;
}

function settle(live: LiveText): LiveText {
  const { attempt, ahead } = live;
  if (ahead.length === 0) return live;
  const inOrder = ahead.toSorted((a, b) => a.offset - b.offset);
  return inOrder.reduce(addDelta, { attempt, text: live.text, ahead: [] });
}
