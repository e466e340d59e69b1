/** A torn slip with a tick. */
export function WordmarkSign() {
  return (
    <svg width="18" height="22" viewBox="0 0 18 22" aria-hidden="true" className="block">
      <path className="fill-ink-fill" d="M1 1h16v18.2l-2.67-2-2.67 2L9 17.2l-2.67 2-2.66-2L1 19.2z" />
      <path
        className="fill-none stroke-on-ink"
        strokeWidth="2"
        strokeLinecap="round"
        strokeLinejoin="round"
        d="M5.2 8.8l2.7 2.7 5-5.2"
      />
    </svg>
  );
}
