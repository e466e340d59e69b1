import { constants, setPriority } from 'node:os';
import type { FileJob, FileJobResults } from '../file-job.ts';

// Requests take priority over files.
setPriority(constants.priority.PRIORITY_BELOW_NORMAL);

/**
 * Program of a child process: one job, one result, exit. An untrusted file can only harm this process. Each job
 * loads its own libraries, because startup is most of a child's cost.
 */
process.once('message', (job: FileJob) => {
  const end = (): void => process.disconnect();
  run(job).then(
    (value) => process.send?.({ value }, end),
    (error: unknown) => process.send?.({ error: String(error) }, end),
  );
});

async function run(job: FileJob): Promise<FileJobResults[FileJob['act']]> {
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
    case 'profile_tables':
      return (await import('./tables/work-on-tables.ts')).profileTables(job);
    case 'query_tables':
      return (await import('./tables/work-on-tables.ts')).queryTables(job, (part) =>
        process.send?.({ part }),
      );
  }
}
