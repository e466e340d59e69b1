import { describe, expect, it } from 'vitest';
import { toolInput } from '#tests/worlds/tool-attempt.ts';
import type { ActionResult } from '../../engine/action.ts';
import { WIDE } from '../../models/context-windows.ts';
import { lookAction } from './copy-picture.ts';
import { deliver } from './deliver.ts';
import { dataAnalysisSpec } from './spec.ts';

const FILES = {
  sources: [],
  pictures: [{ name: 'menu.png', image: { type: 'image/png', bytes: Buffer.alloc(0) } }],
} as const;
const DRAFT = { text: 'A report.', model: 'sim/x', isCut: false };

/** What is delivered where a model has copied these rows. */
function copied(rows: string[][], isCut: boolean) {
  const spec = dataAnalysisSpec(FILES);
  const input = toolInput();
  const begun = spec.init(input, null, { key: 'KEY', today: '2026-11-20', windows: WIDE, checks: false });
  const result: ActionResult = {
    ok: true,
    kind: 'chat',
    text: '',
    value: { tables: [{ rows }] },
    isCut,
    model: 'sim/x',
  };
  const { evidence, notices } = deliver(
    spec.apply(begun, lookAction(FILES, 0, true), result),
    DRAFT,
  ).deliverable;
  return { copies: evidence?.analysis?.copies, keys: notices.map(({ key }) => key) };
}

describe('what a model copies from a picture', () => {
  it('is shown, its beginning where it is long', () => {
    const rows = Array.from({ length: 80 }, (_row, at) => [`dish ${at}`, String(at)]);
    const { copies, keys } = copied(rows, false);
    expect(copies).toEqual([{ file: 'menu.png', rows: 80, cells: rows.slice(0, 50) }]);
    expect(keys).not.toContain('pictures_cut');
  });

  it('is told to be cut where there was no room for its end', () => {
    expect(
      copied(
        [
          ['Dish', 'Price'],
          ['Soup', '4'],
        ],
        true,
      ).keys,
    ).toContain('pictures_cut');
  });
});
