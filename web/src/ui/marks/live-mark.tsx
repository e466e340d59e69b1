/** Blinks like a text cursor while the assistant is at work. Static with reduced motion. */
export function LiveMark() {
  return <i aria-hidden className="live-mark" />;
}
