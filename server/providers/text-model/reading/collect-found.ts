import type { Citation, TextRequest, TextResult } from '../text-model.ts';
import type { Annotation } from '../wire.ts';

/** More than any search requests. */
const MAX_CITATIONS = 100;

/** More than the pages sent in one request can contain. */
const MAX_FILE_CHARACTERS = 200_000;

/** Collects what a router found or read, apart from the text. */
export function collectFound(request: TextRequest) {
  const citations = new Map<string, Citation>();
  const fileTexts: string[] = [];
  return {
    note(annotation: Annotation): void {
      if ('file' in annotation) {
        const room = MAX_FILE_CHARACTERS - fileTexts.reduce((sum, { length }) => sum + length, 0);
        const said = annotation.file.content.flatMap((part) => part.text ?? []).join('\n');
        if (room > 0) fileTexts.push(said.slice(0, room));
        return;
      }
      const { url, title, content } = annotation.url_citation;
      if (citations.size < MAX_CITATIONS)
        citations.set(url, { url, title: title ?? '', excerpt: content ?? '' });
    },
    /** True if the request's pages or file texts arrived, even without an answer text. */
    hasFound: (): boolean =>
      (request.webSearch !== undefined && citations.size > 0) ||
      (request.readsScans === true && fileTexts.some((said) => said.trim() !== '')),
    all: (): Pick<TextResult, 'citations' | 'fileTexts'> => ({
      citations: [...citations.values()],
      fileTexts,
    }),
  };
}
