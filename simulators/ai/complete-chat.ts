import { randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { type ChatRequest, chatRequestSchema, countPromptTokens } from './chat-request.ts';
import { type ContextLimit, readWithin, refusalOf } from './context-limit.ts';
import type { JournalEntry } from './journal.ts';
import { Reply } from './reply.ts';
import { asksForQuestions, isAsker, questionsOn } from './scripts/askers.ts';
import { findScript } from './scripts/find-script.ts';
import type { Script } from './scripts/script.ts';
import { type WireError, wireError } from './wire-errors.ts';

export interface ChatHost {
  readonly url: string;
  /** Model ids that play a script, such as the default ids of a configuration. */
  readonly aliases: Readonly<Record<string, string>>;
  /** Models in addition to the built-in ones. */
  readonly scripts: readonly Script[];
  /** Null: everything fits. */
  readonly context: ContextLimit | null;
  /** Counts a call of a model and returns the count. */
  count(model: string): number;
  /** Removes a request that tests shouldn't count. */
  readonly forget: (entry: JournalEntry) => void;
  /** Called when the request's journal entry has changed. */
  changed(): void;
}

/** `POST /chat/completions`: validates the request as strictly as a provider, then plays the model's script. */
export async function completeChat(
  host: ChatHost,
  entry: JournalEntry,
  wire: { request: IncomingMessage; response: ServerResponse },
): Promise<void> {
  const id = `gen-${randomBytes(12).toString('base64url')}`;
  entry.generationId = id;
  const onBreak = (): void => {
    entry.end = 'broken';
  };
  const refuse = (error: WireError): void =>
    new Reply(wire.response, { id, model: '', promptTokens: 0, streamed: false, onBreak }).fail(error);

  const parsed = chatRequestSchema.safeParse(entry.body);
  if (!parsed.success) {
    const issue = parsed.error.issues[0];
    return refuse(wireError('invalid_request', `${issue?.path.join('.') ?? ''}: ${issue?.message ?? ''}`));
  }
  const request = parsed.data;
  const model = host.aliases[request.model] ?? request.model;
  const script = findScript(model, host.scripts);
  if (!script) return refuse(wireError('invalid_request', `${request.model} is not a valid model ID`));
  const caps = [request.max_completion_tokens, request.max_tokens].filter((cap) => cap !== undefined);
  if (caps.length > 1)
    return refuse(wireError('invalid_request', 'two caps: max_tokens is the deprecated name'));
  // Without a cap, a router checks the account's balance against the model's maximum.
  if (caps.length === 0) return refuse(wireError('payment_required'));

  const beyond = refusalOf(request, host.context);
  if (beyond) return refuse(beyond);
  const read = readWithin(request, host.context);

  const facts = { id, model: request.model, promptTokens: countPromptTokens(read), onBreak };
  const reply = new Reply(wire.response, { ...facts, streamed: request.stream === true });
  if (asksOnlyWhetherThere(request)) {
    host.forget(entry);
    await reply.words('ok');
    return reply.end();
  }
  // Comes beside the first call of a task that is a mere title; tests of the work itself shouldn't count it.
  if (asksForQuestions({ request: read }) && !isAsker(model)) {
    host.forget(entry);
    await reply.words(questionsOn({ request: read }));
    return reply.end();
  }
  entry.request = request;
  host.changed();
  await script({
    request: read,
    reply,
    nth: host.count(request.model),
    nthAs: (role) => host.count(`${request.model} as ${role}`),
    url: host.url,
    authorization: wire.request.headers.authorization ?? '',
  });
}

/** True for the server's own check of a model at its start, which comes at any time and isn't a user's request. */
function asksOnlyWhetherThere({ messages, max_tokens, max_completion_tokens }: ChatRequest): boolean {
  return messages.length === 1 && (max_completion_tokens ?? max_tokens) === 16;
}
