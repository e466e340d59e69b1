export interface EmbedFrameProps {
  title: string;
  /** Its host must be allowed as a frame source by the Content-Security-Policy. */
  src: string;
}

/**
 * Embeds another host's page. It keeps its own origin and can't access ours; it may render, submit its own
 * forms, and open links in new windows.
 */
export function EmbedFrame({ title, src }: EmbedFrameProps) {
  return (
    <iframe
      title={title}
      src={src}
      sandbox="allow-scripts allow-same-origin allow-forms allow-popups allow-popups-to-escape-sandbox"
      referrerPolicy="strict-origin"
      className="block h-[max(640px,72dvh)] w-full rounded-paper border border-line-strong bg-[#fff] scheme-light"
    />
  );
}
