import { DatabaseError, type Result, type Row } from '../database.ts';
import { countOf } from '../protocol/command-tag.ts';
import { AS_IT_IS, type Reading } from '../protocol/encode.ts';
import type { Notification } from '../protocol/listeners.ts';
import { conversionOf } from '../values.ts';

export interface Answer {
  readonly results: Result[];
  /** Tag of the last command, such as `COMMIT`. */
  readonly tag: string;
  readonly error: DatabaseError | undefined;
  readonly notifications: readonly Notification[];
  readonly isIdle: boolean;
}

interface Column {
  readonly name: string;
  readonly convert: (text: string) => unknown;
}

/** Relevant message types of https://www.postgresql.org/docs/current/protocol-message-formats.html. */
const ROW_DESCRIPTION = 0x54;
const DATA_ROW = 0x44;
const COMMAND_COMPLETE = 0x43;
const EMPTY_QUERY = 0x49;
const ERROR = 0x45;
const NOTIFICATION = 0x41;
const READY = 0x5a;
const IDLE = 0x49;

const text = new TextDecoder();

/** Parses the engine's complete answer to one message. */
export function readAnswer(bytes: Uint8Array, reading: Reading = AS_IT_IS): Answer {
  const reader = new AnswerReader(bytes, reading);
  reader.readAll();
  reader.results.splice(0, reading.head);
  return reader;
}

class AnswerReader implements Answer {
  readonly results: Result[] = [];
  readonly notifications: Notification[] = [];
  tag = '';
  error: DatabaseError | undefined;
  isIdle = false;
  readonly #bytes: Uint8Array;
  readonly #view: DataView;
  readonly #reading: Reading;
  #at = 0;
  #columns: Column[] = [];
  #rows: Row[] = [];

  constructor(bytes: Uint8Array, reading: Reading) {
    this.#bytes = bytes;
    this.#reading = reading;
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  readAll(): void {
    while (this.#at < this.#bytes.length) {
      const type = this.#bytes[this.#at];
      const end = this.#at + 1 + this.#view.getUint32(this.#at + 1);
      this.#at += 5;
      this.#readMessage(type);
      this.#at = end;
    }
  }

  #readMessage(type: number | undefined): void {
    if (type === DATA_ROW) this.#rows.push(this.#readRow());
    else if (type === ROW_DESCRIPTION) this.#columns = this.#readColumns();
    else if (type === COMMAND_COMPLETE) this.#finishResult(this.#readString());
    else if (type === EMPTY_QUERY) this.#finishResult('');
    else if (type === ERROR) this.error ??= this.#readError();
    else if (type === NOTIFICATION) this.notifications.push(this.#readNotification());
    else if (type === READY) this.isIdle = this.#bytes[this.#at] === IDLE;
  }

  #finishResult(tag: string): void {
    this.tag = tag;
    this.results.push({ rows: this.#rows, count: countOf(tag) });
    this.#rows = [];
    this.#columns = [];
  }

  #readColumns(): Column[] {
    const columns: Column[] = [];
    for (let left = this.#readUint16(); left > 0; left--) {
      const name = this.#readString();
      columns.push({ name, convert: conversionOf(this.#view.getUint32(this.#at + 6), this.#reading) });
      this.#at += 18;
    }
    return columns;
  }

  #readRow(): Row {
    this.#at += 2;
    const row: Row = {};
    for (const { name, convert } of this.#columns) {
      const length = this.#view.getInt32(this.#at);
      this.#at += 4;
      row[name] = length < 0 ? null : convert(this.#readText(length));
    }
    return row;
  }

  #readNotification(): Notification {
    this.#at += 4; // process id of the sender
    return { channel: this.#readString(), payload: this.#readString() };
  }

  #readError(): DatabaseError {
    const field: Record<string, string> = {};
    while (this.#bytes[this.#at] !== 0) {
      const key = String.fromCharCode(this.#bytes[this.#at++] ?? 0);
      field[key] = this.#readString();
    }
    return new DatabaseError(field.C ?? 'XX000', field.M ?? 'unknown error', {
      severity: field.V,
      detail: field.D,
      hint: field.H,
      constraint: field.n,
      table: field.t,
      column: field.c,
      where: field.W,
      position: field.P === undefined ? undefined : Number(field.P),
    });
  }

  #readUint16(): number {
    const value = this.#view.getUint16(this.#at);
    this.#at += 2;
    return value;
  }

  #readText(length: number): string {
    const value = text.decode(this.#bytes.subarray(this.#at, this.#at + length));
    this.#at += length;
    return value;
  }

  #readString(): string {
    const end = this.#bytes.indexOf(0, this.#at);
    const value = text.decode(this.#bytes.subarray(this.#at, end));
    this.#at = end + 1;
    return value;
  }
}
