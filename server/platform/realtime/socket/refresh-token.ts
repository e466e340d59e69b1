import type { RealtimeParts } from '../realtime-parts.ts';
import type { Channel } from './channel.ts';
import { closeAtExpiry, closeChannel } from './close-channel.ts';
import type { Frame } from './frames.ts';
import { takePart } from './take-part.ts';
import { callerProblem, tokenProblem, withoutCode } from './token-problem.ts';
import { findRightsOnSocket, mayJoin } from './topic-rights.ts';

/**
 * Handles `access_token`: the channel continues as the caller of the new token. There is no reply; a rejected token
 * closes the channel. The same token, none, or a key changes nothing.
 */
export async function refreshToken(parts: RealtimeParts, channel: Channel, frame: Frame): Promise<void> {
  const token = tokenIn(frame.payload);
  if (token === '' || token === channel.token || token.startsWith('sb_')) return;
  const authentication = await parts.authenticator.fromToken(token);
  if (channel.isClosed) return;
  if (!authentication.ok)
    return closeChannel(
      parts,
      channel,
      withoutCode(tokenProblem(authentication, { token, now: parts.clock.now() })),
    );
  const { caller } = authentication;
  if (channel.private) {
    const rights = await findRightsOnSocket(parts.database, channel.topic, caller);
    if (channel.isClosed) return;
    if (!mayJoin(rights, channel.hearsPresence)) {
      const reason = `You no longer have permission to read from this Channel topic: ${channel.topic}`;
      return closeChannel(parts, channel, reason);
    }
    channel.rights = rights;
  }
  // The session may have ended during the lookup, when the channel wasn't yet associated with it.
  const problem = callerProblem(parts, caller);
  if (problem !== null) return closeChannel(parts, channel, withoutCode(problem));
  channel.caller = caller;
  channel.token = token;
  takePart(parts, channel);
  closeAtExpiry(parts, channel);
}

function tokenIn(payload: unknown): string {
  if (typeof payload !== 'object' || payload === null || !('access_token' in payload)) return '';
  return typeof payload.access_token === 'string' ? payload.access_token : '';
}
