import type { TextUnit } from '#domain/file-kinds.ts';

/** Parameters of a text about parts of a document, which are pages unless they say otherwise. */
export const withUnit = <Params extends { readonly unit?: TextUnit | undefined }>(
  params: Params,
): Params & { readonly unit: TextUnit } => ({ ...params, unit: params.unit ?? 'page' });
