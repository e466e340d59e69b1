import { expect, it } from 'vitest';
import { Channel, type ChannelOptions } from './channel.ts';

/** Creates a channel whose socket records what it is sent. */
function channelWith(replay: boolean) {
  const sent: unknown[] = [];
  const options = {
    socket: { sendEncoded: (frame: unknown) => void sent.push(frame) },
    config: { broadcast: { replay: replay ? { since: 0, limit: 25 } : null }, presence: { key: '' } },
  };
  // Only the options that broadcasts need.
  return { channel: new Channel(options as unknown as ChannelOptions), sent };
}

it('sends a stored message once, whether its live copy comes before the replay or after it', () => {
  const { channel, sent } = channelWith(true);
  channel.sendStored('1', 'one, live');
  channel.sendStored('3', 'three, live');
  channel.replay([
    { id: '1', frame: 'one' },
    { id: '2', frame: 'two' },
  ]);
  channel.sendStored('2', 'two, live');
  channel.sendStored('4', 'four, live');
  expect(sent).toEqual(['one', 'two', 'three, live', 'four, live']);
});

it('holds nothing back without a replay', () => {
  const { channel, sent } = channelWith(false);
  channel.sendStored('1', 'one');
  expect(sent).toEqual(['one']);
});
