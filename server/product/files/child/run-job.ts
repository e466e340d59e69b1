import type { FileJob, FileJobResults } from '../file-job.ts';

/** Each job loads its own libraries, because startup is most of a child's cost. Partial results are sent on the way. */
export async function runJob(
  job: FileJob,
  send: (part: unknown) => void,
): Promise<FileJobResults[FileJob['act']]> {
  switch (job.act) {
    case 'inspect':
      return (await import('./inspect-file.ts')).inspectFile(Buffer.from(job.bytes));
    case 'prepare_image':
      return (await import('./prepare-image.ts')).prepareImage(job);
    case 'fit_image':
      return (await import('./fit-image.ts')).fitImage(job);
    case 'read_pdf':
      return (await import('./read-pdf.ts')).readPdf(Buffer.from(job.bytes), job.characters);
    case 'read_text':
      return (await import('./read-text.ts')).readText(job);
    case 'read_document':
      return (await import('./documents/read-document.ts')).readDocument(job);
    case 'take_pages':
      return (await import('./take-pages.ts')).takePages(job);
    case 'draw_page':
      return (await import('./draw-page.ts')).drawPage(job);
    case 'profile_tables':
      return (await import('./tables/work-on-tables.ts')).profileTables(job.sources);
    case 'write_result':
      return (await import('./results/write-result.ts')).writeResult(job);
    case 'query_tables':
      return (await import('./tables/work-on-tables.ts')).queryTables(job, send);
  }
}
