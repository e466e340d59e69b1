import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test, vi } from 'vitest';
import { Button } from './controls/button.tsx';
import { Checkbox } from './controls/checkbox.tsx';
import { ChoiceGroup } from './controls/choice-group.tsx';
import { SelectField } from './controls/select-field.tsx';
import { TextArea } from './controls/text-area.tsx';
import { TextField } from './controls/text-field.tsx';

const html = renderToStaticMarkup;

/** Value of an attribute in rendered markup. */
const attribute = (markup: string, name: string) => new RegExp(`${name}="([^"]*)"`).exec(markup)?.[1];

test('an invalid field references its hint and its error, and both exist', () => {
  const markup = html(<TextField label="Password" hint="At least 6." error="Too short" type="password" />);
  const ids = attribute(markup, 'aria-describedby')?.split(' ') ?? [];
  expect(ids).toHaveLength(2);
  for (const id of ids) expect(markup).toContain(`<p id="${id}"`);
  expect(attribute(markup, 'aria-invalid')).toBe('true');
});

test('a field without hint and error references neither, and has its label', () => {
  const markup = html(<TextField label="Email" />);
  expect(markup).not.toContain('aria-describedby');
  expect(markup).not.toContain('aria-invalid');
  expect(attribute(markup, 'for')).toBe(attribute(markup, ' id'));
});

test('errors of a list and of a checkbox are referenced too', () => {
  for (const markup of [
    html(<SelectField label="Language" options={[{ value: 'en', label: 'English' }]} error="Choose one" />),
    html(<Checkbox error="Please accept">I accept.</Checkbox>),
  ]) {
    expect(markup).toContain(`<p id="${attribute(markup, 'aria-describedby')}"`);
  }
});

test('a busy submit button no longer submits, is announced as busy and stays focusable', () => {
  const markup = html(
    <Button type="submit" busy busyLabel="Saving…" onClick={vi.fn()}>
      Save Changes
    </Button>,
  );
  expect(attribute(markup, 'type')).toBe('button');
  expect(attribute(markup, 'aria-busy')).toBe('true');
  expect(attribute(markup, 'aria-disabled')).toBe('true');
  expect(markup).not.toMatch(/\sdisabled=/);
});

test('both labels of a button are rendered, so that its width does not change when busy', () => {
  const labels = (busy: boolean) =>
    html(
      <Button busy={busy} busyLabel="Saving…">
        Save
      </Button>,
    );
  for (const busy of [true, false]) {
    expect(labels(busy)).toContain('Save</span>');
    expect(labels(busy)).toContain('Saving…</span>');
  }
  expect(labels(true)).toMatch(/invisible[^>]*>Save</);
  expect(labels(false)).toMatch(/invisible[^>]*>Saving…</);
});

test('choices are radio buttons of one group, with one checked', () => {
  const markup = html(
    <ChoiceGroup
      legend="Category"
      choices={[
        { value: 'personal', label: 'Personal' },
        { value: 'work', label: 'Work' },
      ]}
      value="work"
      onChange={vi.fn()}
    />,
  );
  const names = [...markup.matchAll(/type="radio"[^>]*name="([^"]*)"/g)].map((match) => match[1]);
  expect(names).toHaveLength(2);
  expect(new Set(names).size).toBe(1);
  expect(markup.match(/checked=""/g)).toHaveLength(1);
  expect(markup).toContain('<legend');
});

test('a field says when its limit is reached, and nothing without a limit', () => {
  const say = (value: string) => html(<TextField label="Title" maxLength={5} value={value} readOnly />);
  expect(say('abcde')).toMatch(/<output[^>]*>Up to 5 characters\.<\/output>/);
  expect(say('abcd')).toMatch(/<output[^>]*><\/output>/);
  expect(html(<TextField label="Title" value="abcde" readOnly />)).not.toContain('<output');
  expect(html(<TextArea label="Text" maxLength={3} value="abc" readOnly />)).toContain('Up to 3 characters.');
});
