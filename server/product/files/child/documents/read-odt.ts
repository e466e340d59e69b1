import { checkContent } from '../archive/check-content.ts';
import type { Archive } from '../archive/open-archive.ts';
import { readXml } from '../archive/read-xml.ts';
import { readObjects } from './odf-objects.ts';
import { OdfStory, TextStyles } from './odf-story.ts';

/**
 * Sections of an OpenDocument text (OpenDocument 1.3 part 3, chapters 4 to 6 and 9): paragraphs, headings, lists and
 * tables, charts, then its notes. Insertions that aren't accepted yet count, deletions, hidden text, comments, headers and footers
 * don't. Rejects with UnreadableError.
 */
export async function readOdt(archive: Archive): Promise<string[]> {
  await checkContent(archive);
  const styles = new TextStyles();
  await readXml(archive, 'styles.xml', styles);
  const story = new OdfStory(styles, await readObjects(archive));
  await readXml(archive, 'content.xml', story);
  return story.end();
}
