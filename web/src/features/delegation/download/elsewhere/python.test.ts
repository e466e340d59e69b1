import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { folderWith, isInstalled, run } from '../testing/programs.ts';
import { RICH, RICH_EVIDENCE, RICH_SENTENCES, RICH_TITLE } from '../testing/rich-answer.ts';
import { writeEml } from '../write-eml.ts';
import { writeIcs } from '../write-ics.ts';

/** The system's, where packages of the system are. */
const PYTHON = '/usr/bin/python3';

async function inPython(file: string, program: string): Promise<unknown> {
  using folder = folderWith({ file });
  return JSON.parse(await run(PYTHON, '-c', program, folder.at('file')));
}

const READ_MAIL = `
import email, email.policy, json, sys
mail = email.message_from_binary_file(open(sys.argv[1], 'rb'), policy=email.policy.default)
print(json.dumps({
  'subject': mail['subject'], 'date': mail['date'].datetime.isoformat(), 'unsent': mail['x-unsent'],
  'type': mail.get_content_type(), 'to': mail['to'], 'names': mail.keys(),
  'body': mail.get_content(), 'defects': [str(each) for each in mail.defects + list(mail['subject'].defects)],
}))`;

describe.skipIf(!isInstalled(PYTHON, '-c', 'import email'))('a mail, read by Python', () => {
  const answer = { created_at: '2026-11-20T09:14:09Z', is_demo: false, notices: [] };

  it.each([RICH_TITLE, 'إلغاء العقد מיד 漢字 👩‍👩‍👧 '.repeat(6).trim(), 'a\r\nTo: somebody@else.example'])(
    'has its subject and every sentence, and goes to nobody yet: %j',
    async (title) => {
      const mail = await inPython(
        writeEml(title, { ...answer, content: RICH, evidence: RICH_EVIDENCE }),
        READ_MAIL,
      );
      expect(mail).toMatchObject({
        subject: title.replace(/\s+/g, ' '),
        date: '2026-11-20T09:14:09+00:00',
        type: 'text/plain',
        unsent: '1',
        to: null,
        defects: [],
      });
      const { body } = z.object({ body: z.string() }).parse(mail);
      expect(RICH_SENTENCES.filter((sentence) => !body.replace(/\s+/g, ' ').includes(sentence))).toEqual([]);
    },
  );
});

const READ_CALENDAR = `
import icalendar, json, sys
calendar = icalendar.Calendar.from_ical(open(sys.argv[1], 'rb').read())
print(json.dumps([{
  'text': str(event['summary']), 'from': str(event['description']), 'uid': str(event['uid']),
  'start': event['dtstart'].dt.isoformat(), 'end': event.get('dtend'),
  'zone': event['dtstart'].params.get('tzid'), 'kind': type(event['dtstart'].dt).__name__,
  'stamp': event['dtstamp'].dt.isoformat(), 'sequence': event['sequence'], 'errors': event.errors,
} for event in calendar.walk('VEVENT')]))`;

describe.skipIf(!isInstalled(PYTHON, '-c', 'import icalendar'))(
  'a calendar, read by Python’s icalendar',
  () => {
    it('has a whole day for each step, with every letter of it', async () => {
      const texts = [
        'Ask “Jürgen”; 50 % off, C:\\Temp',
        `احجز الشاحنة ${'日本語のとても長い題名👩‍👩‍👧'.repeat(12)}`,
        '=1+1: BEGIN:VEVENT',
      ];
      const days = ['2026-12-04', '2027-02-28', '2028-02-29'];
      const steps = texts.map((text, place) => ({ text, day: days[place] ?? '', place }));
      const file = writeIcs(steps, {
        taskId: 'task',
        title: 'Plan, the; party',
        answeredAt: new Date('2026-11-27T22:30:00Z'),
        slip: 47,
      });
      const events = texts.map((text, at) => ({
        text,
        from: 'From the task “Plan, the; party”',
        start: days[at],
        // Without an end, a date is one whole day (RFC 5545, 3.6.1).
        end: null,
        kind: 'date',
        zone: null,
        stamp: '2026-11-27T22:30:00+00:00',
        sequence: 47,
        errors: [],
      }));
      const read = await inPython(file, READ_CALENDAR);
      expect(read).toMatchObject(events);
      expect(
        new Set(
          z
            .array(z.object({ uid: z.string() }))
            .parse(read)
            .map(({ uid }) => uid),
        ).size,
      ).toBe(texts.length);
    });
  },
);
