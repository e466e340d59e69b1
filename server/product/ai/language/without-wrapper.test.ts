import { expect, it } from 'vitest';
import { withoutWrapper } from './without-wrapper.ts';

const CODE = '```js\nlet a = 1;\n```';

it.each([
  ['a text in a fence', '```markdown\n# Plan\n\nGo.\n```', '# Plan\n\nGo.'],
  ['with code in it', `\`\`\`md\nDo this:\n\n${CODE}\n\nDone.\n\`\`\``, `Do this:\n\n${CODE}\n\nDone.`],
  ['in a longer fence', '~~~~Markdown\n~~~\nx\n~~~\n~~~~\n', '~~~\nx\n~~~'],
  ['cut off before its end', '```markdown\n# Plan\n\nGo', '# Plan\n\nGo'],
])('unwraps %s', (_what, text, inside) => {
  expect(withoutWrapper(text)).toBe(inside);
});

it.each([
  ['code', CODE],
  ['a fence of no kind', '```\nmake\n```'],
  ['a fence with words behind it', '```markdown\n# A\n```\n\nSave it as README.md.'],
  ['a fence with code behind it', `\`\`\`markdown\n# A\n\`\`\`\n\nThen:\n\n${CODE}`],
  ['a fence with words before it', 'Save this:\n\n```markdown\n# A\n```'],
])('leaves %s unchanged', (_what, text) => {
  expect(withoutWrapper(text)).toBe(text);
});
