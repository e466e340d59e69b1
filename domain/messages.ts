/**
 * Specified texts that the server says too, defined once, so that tests can refer to them. Those that only the
 * browser says are in its catalogue (web/src/texts), where a test compares all of them. Wording, spelling and
 * dots are the specification's; change them there first.
 */

/** Delegation: the toasts, and refusals of a run. */
const delegation = {
  noCredits: 'You have used all your available credits for this month',
  updatingCreditsFailed: (reason: string) => `Error updating credits: ${reason}`,

  imageEditNeedsImage: 'Error: Image editing requires an image attachment. Please attach an image to edit.',
  dataAnalysisNeedsFile:
    'Error: Data analysis requires data files to analyze. Please attach CSV files, images, or PDFs containing your data.',
  pdfSummaryNeedsPdf: 'Error: PDF Summary/Analysis requires a PDF file. Please attach a PDF document.',
  pdfMissing: 'Error: No PDF file provided for analysis.',
  pdfOnly: 'Error: Only PDF files are supported for this feature. Please upload a PDF document.',
  unsupportedFile: 'Unsupported file type. Please use CSV for data analysis, or images/PDFs for visual data.',
} as const;

/** Messages of provider failures. A reason passed in is short, safe and ours, never a provider's raw text. */
const ai = {
  contentFailed: (reason: string) => `Error generating content: ${reason} Please try again later.`,
  noContent: 'No content returned from API',
  apiError: (reason: string) => `API Error: ${reason}`,
  imageFailed: (reason: string) => `Error generating image: ${reason}`,
  imageApiError: (reason: string) => `OpenAI API Error: ${reason}`,
  noImageData: 'No image data returned from OpenAI API',
  imageFetchFailed: 'Failed to fetch image',
  imageTypeInvalid: 'Invalid image type',
} as const;

const attachments = {
  tooLarge: 'File size exceeds the maximum limit of 10MB',
  readFailed: 'Failed to read file content',
  readBase64Failed: 'Failed to read file as base64',
  processingFailed: (reason: string) => `Error processing file: ${reason}`,
  uploadFailedUrl: (reason: string) => `Error uploading: ${reason}`,
} as const;

/** Refusals of a change to a task. */
const tasks = {
  notesTooLong: 'Notes can have up to 10,000 characters.',
} as const;

export const messages = {
  delegation,
  ai,
  attachments,
  tasks,
} as const;
