import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { SMTPServer } from 'smtp-server';
import { complaintAbout, type ReadMail, readMessage } from './check-message.ts';

export interface ReceivedMail extends ReadMail {
  readonly recipients: readonly string[];
}

export interface SmtpSimulator {
  readonly url: string;
  readonly port: number;
  /** Accepted ones, in order. */
  readonly mails: readonly ReceivedMail[];
  /** Those that were not accepted, with the reason. */
  readonly refused: readonly string[];
  readonly close: () => Promise<void>;
}

export interface Refusal {
  readonly code: number;
  readonly message: string;
}

export interface SmtpOptions {
  /** Refuses every recipient so. */
  readonly refusal?: Refusal;
  /** Called for each message that is in order, and may refuse it all the same. */
  readonly onMessage?: (mail: ReceivedMail) => Refusal | null;
  /** Octets of a message that it takes: RFC 1870. */
  readonly size?: number;
  readonly port?: number;
  /** Offers STARTTLS with it: PEM. */
  readonly certificate?: { readonly key: string; readonly cert: string };
}

/** A mail server that keeps what it gets, and refuses what is not put together as the standards say. */
export async function startSmtpSimulator(options: SmtpOptions = {}): Promise<SmtpSimulator> {
  const { refusal, onMessage, size, port = 0, certificate } = options;
  const mails: ReceivedMail[] = [];
  const refused: string[] = [];
  const refuse = ({ code, message }: Refusal): Error => {
    refused.push(message);
    return Object.assign(new Error(message), { responseCode: code });
  };
  const server = new SMTPServer({
    authOptional: true,
    ...(certificate ?? { disabledCommands: ['STARTTLS'] }),
    logger: false,
    ...(size !== undefined && { size }),
    onRcptTo: (_address, _session, done) => done(refusal ? refuse(refusal) : null),
    onData(stream, { envelope }, answer) {
      const take = async (): Promise<void> => {
        const raw = await buffer(stream);
        if (stream.sizeExceeded) throw refuse({ code: 552, message: 'the message is too large' });
        const complaint = complaintAbout(raw);
        if (complaint !== null) throw refuse({ code: 554, message: complaint });
        const recipients = envelope.rcptTo.map(({ address }) => address);
        const mail = { ...(await readMessage(raw)), recipients };
        const no = onMessage?.(mail);
        if (no) throw refuse(no);
        mails.push(mail);
      };
      take().then(() => answer(), answer);
    },
  });
  server.listen(port, '127.0.0.1');
  await once(server.server, 'listening');
  const { port: own } = server.server.address() as AddressInfo;
  return {
    url: `smtp://127.0.0.1:${own}`,
    port: own,
    mails,
    refused,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
