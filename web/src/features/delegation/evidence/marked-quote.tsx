/** A quote, highlighted in its surrounding text. */
export function MarkedQuote({ text, around }: { text: string; around: string }) {
  const at = around.indexOf(text);
  if (at === -1) return text;
  return (
    <>
      <span className="text-slip-text-2">{around.slice(0, at)}</span>
      <mark className="quoted">{text}</mark>
      <span className="text-slip-text-2">{around.slice(at + text.length)}</span>
    </>
  );
}
