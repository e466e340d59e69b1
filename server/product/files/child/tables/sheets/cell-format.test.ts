import { expect, it } from 'vitest';
import { formatOf } from './cell-format.ts';

it.each([
  ['General', '12.5', '12.5'],
  ['General', '1.234', '1.2340'],
  ['General', '0.30000000000000004', '0.3'],
  ['General', '1.5E-7', '0.00000015'],
  ['General', '1E+17', '100000000000000000'],
  ['#,##0.00', '1234567.891', '1234567.8910'],
  ['0.00E+00', '0.5', '0.5'],
  ['0.0%', '0.07', '7%'],
  ['#,##0.00 [$€-407]', '-3', '-3 €'],
  ['_-* #,##0.00\\ "kr"_-;-* #,##0.00\\ "kr"_-', '20', '20 kr'],
  ['"$"#,##0;[Red]("$"#,##0)', '20', '20 $'],
  ['0 "kg"', '20', '20'],
  ['dd/mm/yyyy', '46000', '2025-12-09'],
  ['[$-407]d. mmmm yyyy;@', '46000', '2025-12-09'],
  ['mmm-yy', '46000', '2025-12-09'],
  ['yyyy\\-mm\\-dd\\ hh:mm', '46000.604166667', '2025-12-09 14:30:00'],
  ['h:mm AM/PM', '0.5', '12:00:00'],
  ['mm:ss.0', '0.001', '00:01:26'],
  ['[h]:mm', '1.25', '30 h'],
  ['[mm]:ss', '0.104166666666667', '2.5 h'],
  ['"Day "0', '3', '3'],
  ['"TRUE";"TRUE";"FALSE"', '1', 'TRUE'],
  ['"Ja";"Ja";"Nein"', '0', 'FALSE'],
  ['"up";"down";"same"', '-1', '-1'],
  ['dd/mm/yyyy', '-5', '-5'],
  ['dd/mm/yyyy', '1E+99', BigInt(1e99).toString()],
])('a cell of the format %s with %s is read as %s', (code, stored, text) => {
  expect(formatOf(164, code)(stored, false)).toBe(text);
});

it('knows the formats that files do not define', () => {
  expect([14, 22, 46, 10, 31, 5].map((id) => formatOf(id, undefined)('1.5', false))).toEqual([
    '1900-01-01 12:00:00',
    '1900-01-01 12:00:00',
    '36 h',
    '150%',
    '1900-01-01 12:00:00',
    '1.5',
  ]);
});
