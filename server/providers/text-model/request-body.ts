import type { DataCollection, Dialect } from './dialect.ts';
import type { TextMessage, TextPdf, TextRequest } from './text-model.ts';
import { thinkingFields } from './thinking.ts';

/** Set only for the router, since no other server knows its fields. */
export interface RouterOptions {
  readonly dataCollection: DataCollection;
}

/**
 * Builds the body of a chat-completions request. Streams, because a cancelled request is otherwise billed in full;
 * except for answers with a schema on servers that can't stream them.
 */
export function toRequestBody(
  request: TextRequest,
  dialect: Dialect,
  router: RouterOptions | null,
): Record<string, unknown> {
  const { shape, webSearch } = request;
  const format = shape && dialect.schema ? formatOf(shape, dialect.schema) : null;
  const isStreamed = format === null || dialect.streamsSchema;
  const thinking = thinkingOf(request, dialect);
  // With thinking on, Anthropic refuses any temperature but its own.
  const hasTemperature =
    dialect.temperature && request.temperature !== undefined && !('thinking' in thinking);
  return {
    model: request.model,
    messages: request.messages.map(toWireMessage),
    stream: isStreamed,
    [dialect.cap]: capOf(request, dialect),
    ...(hasTemperature && { temperature: request.temperature }),
    ...(dialect.usage && isStreamed && { stream_options: { include_usage: true } }),
    ...thinking,
    ...(dialect.reasoningFormat && { reasoning_format: 'parsed' }),
    ...(format && { response_format: format }),
    ...(webSearch && router && searchFields(webSearch)),
    ...(router && { provider: providerOf(request, format !== null, router), plugins: pluginsOf(request) }),
  };
}

/** Adds the thinking tokens to the cap, because servers count thinking and text together. */
function capOf({ maxTokens, thinkingTokens = 0 }: TextRequest, { capLimit }: Dialect): number {
  return Math.min(maxTokens + thinkingTokens, capLimit ?? Number.POSITIVE_INFINITY);
}

function thinkingOf({ effort, thinkingTokens = 0 }: TextRequest, dialect: Dialect): Record<string, unknown> {
  if (effort === undefined || dialect.thinking === null) return {};
  return thinkingFields(dialect.thinking, effort, { words: dialect.efforts, tokens: thinkingTokens });
}

/**
 * Restricts the providers that the router may use. For a schema or a search, excludes those that would silently ignore
 * it.
 */
function providerOf(
  { webSearch, maxPrice }: TextRequest,
  hasForm: boolean,
  { dataCollection }: RouterOptions,
): object {
  return {
    data_collection: dataCollection,
    ...((hasForm || webSearch !== undefined) && { require_parameters: true }),
    ...(maxPrice && { max_price: toWirePrice(maxPrice) }),
  };
}

/** USD per million tokens, rounded up to a millionth, so hosts at exactly this price aren't excluded. */
function toWirePrice({ prompt, completion }: NonNullable<TextRequest['maxPrice']>): object {
  const million = (price: number): string => String(Math.ceil(price * 1e12 - 1e-3) / 1e6);
  return { prompt: million(prompt), completion: million(completion) };
}

function pluginsOf({ readsScans }: TextRequest): object[] {
  return [
    // For small contexts, the router drops text from the middle by default. Prefer a clear refusal.
    { id: 'context-compression', enabled: false },
    // Named, because otherwise the router chooses the engine, and engines charge per page.
    ...(readsScans ? [{ id: 'file-parser', pdf: { engine: 'mistral-ocr' } }] : []),
  ];
}

function formatOf(
  { name, schema }: NonNullable<TextRequest['shape']>,
  how: NonNullable<Dialect['schema']>,
): Record<string, unknown> {
  if (how === 'object') return { type: 'json_object' };
  return {
    type: 'json_schema',
    json_schema: { name, ...(how === 'strict' && { strict: true }), schema },
  };
}

/** Requests one search, made by the router itself: it calls no tool of ours, and stops at the cost limit. */
function searchFields({
  engine = 'auto',
  maxResults,
  maxUsd,
}: NonNullable<TextRequest['webSearch']>): Record<string, unknown> {
  const parameters = { engine, max_results: maxResults, max_uses: 1, max_total_results: maxResults };
  return {
    tools: [{ type: 'openrouter:web_search', parameters }],
    stop_server_tools_when: [{ type: 'max_cost', max_cost_in_dollars: maxUsd }],
  };
}

/** Puts text first, as OpenRouter requires, and inlines pictures, since a link would have a third party fetch them. */
function toWireMessage({ role, content, images = [], pdf }: TextMessage): object {
  if (images.length === 0 && pdf === undefined) return { role, content };
  const shown = images.map(({ type, bytes }) => ({
    type: 'image_url',
    image_url: { url: `data:${type};base64,${bytes.toString('base64')}` },
  }));
  return { role, content: [{ type: 'text', text: content }, ...shown, ...(pdf ? [toWireFile(pdf)] : [])] };
}

function toWireFile({ name, bytes }: TextPdf): object {
  const data = `data:application/pdf;base64,${bytes.toString('base64')}`;
  return { type: 'file', file: { filename: name, file_data: data } };
}
