import { describe, expect, it } from 'vitest';
import { makeArchive } from '#tests/fixtures/make-xlsx.ts';
import { readDocument } from './child/documents/read-document.ts';

const relations = (...list: readonly [id: string, type: string, target: string][]): string =>
  `<r>${list.map(([id, type, target]) => `<Relationship Id="${id}" Type="x/${type}" Target="${target}"/>`).join('')}</r>`;

/** As PowerPoint and Word save what a diagram is drawn from: points with texts, and others for the lines between. */
const DIAGRAM =
  '<dgm:dataModel><dgm:ptLst><dgm:pt><dgm:t><a:bodyPr/><a:p><a:r><a:rPr/><a:t>Sign the lease</a:t></a:r></a:p></dgm:t></dgm:pt><dgm:pt type="parTrans"><dgm:t><a:p><a:endParaRPr/></a:p></dgm:t></dgm:pt><dgm:pt><dgm:t><a:p><a:r><a:t>Pay 640 </a:t></a:r><a:r><a:t>euros</a:t></a:r></a:p></dgm:t></dgm:pt></dgm:ptLst></dgm:dataModel>';

async function readWord(body: string): Promise<string> {
  const bytes = makeArchive({
    '_rels/.rels': relations(['r', 'officeDocument', 'word/document.xml']),
    'word/document.xml': `<w:document><w:body>${body}</w:body></w:document>`,
    'word/_rels/document.xml.rels': relations(['d1', 'diagramData', 'diagrams/data1.xml']),
    'word/diagrams/data1.xml': DIAGRAM,
  });
  return (await readDocument({ kind: 'docx', bytes })).parts.join('\n');
}

describe('the texts of a diagram are read', () => {
  it('in their place in a Word document', async () => {
    const text = await readWord(
      '<w:p><w:r><w:t>Before</w:t></w:r></w:p><w:p><w:r><w:drawing><dgm:relIds r:dm="d1" r:lo="d2"/></w:drawing></w:r></w:p><w:p><w:r><w:t>After</w:t></w:r></w:p>',
    );
    expect(text).toBe('Before\nSign the lease\nPay 640 euros\nAfter');
  });

  it('on their slide', async () => {
    const bytes = makeArchive({
      '_rels/.rels': relations(['r', 'officeDocument', 'ppt/presentation.xml']),
      'ppt/presentation.xml': '<p:presentation><p:sldId r:id="s1"/><p:sldId r:id="s2"/></p:presentation>',
      'ppt/_rels/presentation.xml.rels': relations(
        ['s1', 'slide', 'slides/slide1.xml'],
        ['s2', 'slide', 'slides/slide2.xml'],
      ),
      'ppt/slides/slide1.xml': '<p:sld><a:p><a:r><a:t>Steps</a:t></a:r></a:p></p:sld>',
      'ppt/slides/_rels/slide1.xml.rels': relations(['d1', 'diagramData', '../diagrams/data1.xml']),
      'ppt/slides/slide2.xml': '<p:sld><a:p><a:r><a:t>End</a:t></a:r></a:p></p:sld>',
      'ppt/diagrams/data1.xml': DIAGRAM,
    });
    expect((await readDocument({ kind: 'pptx', bytes })).parts).toEqual([
      'Steps\nSign the lease\nPay 640 euros',
      'End',
    ]);
  });
});

describe('a form of Word', () => {
  it('has its boxes as they are ticked', async () => {
    const box = (state: string, label: string): string =>
      `<w:r><w:fldChar w:fldCharType="begin"><w:ffData><w:checkBox><w:sizeAuto/>${state}</w:checkBox></w:ffData></w:fldChar></w:r><w:r><w:instrText> FORMCHECKBOX </w:instrText></w:r><w:r><w:t>${label} </w:t></w:r>`;
    const boxes = [
      box('<w:default w:val="0"/><w:checked/>', 'pets'),
      box('<w:default w:val="1"/><w:checked w:val="0"/>', 'smoke'),
      box('<w:default w:val="1"/>', 'balcony'),
      box('', 'lift'),
    ];
    expect(await readWord(`<w:p>${boxes.join('')}</w:p>`)).toBe('[x] pets [ ] smoke [x] balcony [ ] lift');
  });

  it('shows a sign that only its font knows as missing', async () => {
    const sign = (char: string): string => `<w:r><w:sym w:font="Symbol" w:char="${char}"/></w:r>`;
    const body = `<w:p><w:r><w:t>Rent </w:t></w:r>${sign('F0A3')}<w:r><w:t> 640 </w:t></w:r>${sign('2192')}</w:p>`;
    expect(await readWord(body)).toBe('Rent \ufffd 640 →');
  });
});

it('a table within a cell leaves what stands around it', async () => {
  const inner = '<table><tr><td>Rent</td><td>640</td></tr><tr><td>Heating</td><td>80</td></tr></table>';
  const page = `<html><table><tr><td>Dear Ada,</td><td>in May: ${inner} Yours, Ben</td><td>1</td></tr><tr><td>a</td><td>b</td></tr></table><h1>End</h1></html>`;
  const { parts } = await readDocument({ kind: 'html', bytes: Buffer.from(page) });
  expect(parts.join('\n')).toBe(
    'Dear Ada, | in May:\nRent | 640\nHeating | 80\nYours, Ben | 1\na | b\n# End',
  );
});
