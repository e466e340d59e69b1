/** On and off like a text cursor: the assistant is at work. Stands still with reduced motion. */
export function LiveMark() {
  return <i aria-hidden className="live-mark" />;
}
