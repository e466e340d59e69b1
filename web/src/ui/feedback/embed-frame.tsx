export interface EmbedFrameProps {
  title: string;
  /** Its host must be among those that the Content-Security-Policy lets a page frame. */
  src: string;
}

/**
 * Another host's page inside ours. It has its own origin and can reach nothing of ours; what it can do is to show
 * itself, to send its own forms, and to open its links in new windows.
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
