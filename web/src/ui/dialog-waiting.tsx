/** The page dims after a moment: what was pressed is coming. */
export function DialogWaiting() {
  return (
    <output className="dialog-scrim loading-page">
      <span className="sr-only">Opening</span>
    </output>
  );
}
