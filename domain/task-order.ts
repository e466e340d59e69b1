import { TASK_PRIORITIES, type TaskPriority } from './task.ts';

/** The parts of a task that decide its place within a group. */
export interface Orderable {
  readonly id: string;
  /** Assigned by the browser. Tasks added together have ascending ones. */
  readonly client_id: string | null;
  readonly priority: TaskPriority;
  /** Empty until the server has stored the task. */
  readonly created_at: string;
  /** Where the user dragged the task; null for its place by priority. */
  readonly rank: string | null;
}

const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const TIME_DIGITS = 9;
const LATEST = DIGITS.length ** TIME_DIGITS - 1;

/** The length that a fractional index's first letter announces: here one digit of priority and nine of time. */
const HEAD = 'j';

/** Rows keep their identity until they change. */
const keys = new WeakMap<Orderable, string>();

/**
 * A task's place as a string. By priority, then newest first, in the format of a fractional index, so that a task
 * can be put between any two others without touching either.
 */
export function toOrderKey(task: Orderable): string {
  const known = keys.get(task);
  if (known !== undefined) return known;
  const key = isRank(task.rank) ? task.rank : naturalKey(task);
  keys.set(task, key);
  return key;
}

/**
 * Sorts by place. Two devices may have put two tasks at the same place: then by id, on every device. Tasks that aren't
 * stored yet keep their order.
 */
export function byOrder(a: Orderable, b: Orderable): number {
  const [keyOfA, keyOfB] = [toOrderKey(a), toOrderKey(b)];
  if (keyOfA !== keyOfB) return keyOfA < keyOfB ? -1 : 1;
  if (a.id === b.id || a.created_at === '' || b.created_at === '') return 0;
  return a.id < b.id ? -1 : 1;
}

function naturalKey({ id, client_id, priority, created_at }: Orderable): string {
  const whole = `${HEAD}${TASK_PRIORITIES.indexOf(priority)}`;
  if (created_at === '') return whole + '0'.repeat(TIME_DIGITS);
  // Tells tasks of one moment apart. The last digit, because a fraction doesn't end in 0.
  const fraction = `${(client_id ?? id).replace(/[^0-9a-f]/g, '').slice(0, 16)}1`;
  return whole + toDigits(LATEST - toMicroseconds(created_at)) + fraction;
}

function toMicroseconds(timestamp: string): number {
  const fraction = /\.(\d+)/.exec(timestamp)?.[1] ?? '';
  const seconds = Math.floor(Date.parse(timestamp) / 1000);
  return seconds * 1_000_000 + Number(fraction.padEnd(6, '0').slice(0, 6));
}

function toDigits(value: number): string {
  let [left, digits] = [value, ''];
  for (let place = 0; place < TIME_DIGITS; place += 1) {
    digits = DIGITS.charAt(left % DIGITS.length) + digits;
    left = Math.floor(left / DIGITS.length);
  }
  return digits;
}

/** Excludes what another client may have stored and the library would refuse. */
function isRank(rank: string | null): rank is string {
  // Absent in copies that earlier versions kept on the device.
  if (!rank) return false;
  const head = rank.charCodeAt(0);
  const length = head >= LOWER_A ? head - LOWER_A + 2 : UPPER_Z - head + 2;
  return rank.length >= length && !(rank.length > length && rank.endsWith('0'));
}

const LOWER_A = 'a'.charCodeAt(0);
const UPPER_Z = 'Z'.charCodeAt(0);
