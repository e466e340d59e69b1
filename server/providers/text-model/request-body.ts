import type { DataCollection, Dialect } from './dialect.ts';
import type { TextMessage, TextPdf, TextRequest } from './text-model.ts';
import { thinkingFields } from './thinking.ts';

/** Set for the router alone, whose own fields nobody else knows. */
export interface RouterOptions {
  readonly dataCollection: DataCollection;
}

/**
 * The body of a chat-completions request. Streamed, because cancelling anything else is billed in full; only where a
 * server takes no schema in a stream, an answer of a form comes in one piece.
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
  // Anthropic refuses any temperature but its own beside thinking.
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

/** Room for thinking comes on top of what is written: servers count both against one cap. */
function capOf({ maxTokens, thinkingTokens = 0 }: TextRequest, { capLimit }: Dialect): number {
  return Math.min(maxTokens + thinkingTokens, capLimit ?? Number.POSITIVE_INFINITY);
}

function thinkingOf({ effort, thinkingTokens = 0 }: TextRequest, dialect: Dialect): Record<string, unknown> {
  if (effort === undefined || dialect.thinking === null) return {};
  return thinkingFields(dialect.thinking, effort, { words: dialect.efforts, tokens: thinkingTokens });
}

/**
 * Whom the router may pass a request on to. Where its answer must have a form, or a search be made, one that would
 * silently leave that out is none of them.
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

/** USD for a million tokens, rounded up to a millionth: not a host at the very price may be left out. */
function toWirePrice({ prompt, completion }: NonNullable<TextRequest['maxPrice']>): object {
  const million = (price: number): string => String(Math.ceil(price * 1e12 - 1e-3) / 1e6);
  return { prompt: million(prompt), completion: million(completion) };
}

function pluginsOf({ readsScans }: TextRequest): object[] {
  return [
    // On models with small contexts the router drops text from the middle unless told not to: better a clear refusal.
    { id: 'context-compression', enabled: false },
    // Named, because the router would else choose the engine itself, and it is priced by the page.
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

/** One search, made by the router itself: no tool of ours is called. The router stops at its cost, too. */
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

/** Text first, as OpenRouter wants it; the pictures themselves, since a link would send somebody else to fetch it. */
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
