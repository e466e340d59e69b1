import sharp from 'sharp';
import { makeFilm, makePng, unfoldingChunk } from '../bombs/make-bombs.ts';
import { makePicture } from '../fixtures/make-picture.ts';
import { filesFor, type MailedFile, read, sentences, WRONG_KIND } from './mailed-file.ts';

const edited = filesFor('image_edit');
const picture = (what: string, make: MailedFile['make'], ends: MailedFile['ends']): MailedFile =>
  edited(what, 'hall.png', make, ends);
const says = sentences('hall.png');
const solid = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#246' } });
const noise = async (): Promise<Buffer> =>
  sharp({
    create: {
      width: 400,
      height: 300,
      channels: 3,
      background: '#888',
      noise: { type: 'gaussian', mean: 128, sigma: 30 },
    },
  })
    .png()
    .toBuffer();

export const PICTURES: readonly MailedFile[] = [
  picture('of a PNG', () => makePicture(), read('64 x 48')),
  edited(
    'of a JPEG on its side',
    'hall.jpg',
    () => makePicture({ format: 'jpeg', orientation: 6 }),
    read('48 x 64'),
  ),
  edited(
    'of a WebP with a hole',
    'hall.webp',
    () => makePicture({ format: 'webp', transparent: true }),
    read('64 x 48'),
  ),
  edited(
    'of a JPEG for print',
    'hall.jpg',
    () => solid(30, 20).toColourspace('cmyk').jpeg().toBuffer(),
    read('30 x 20'),
  ),
  picture(
    'of 16 bits a colour',
    () => solid(30, 20).toColourspace('rgb16').png().toBuffer(),
    read('30 x 20'),
  ),
  picture('of one pixel', () => solid(1, 1).png().toBuffer(), read('1 x 1')),
  picture(
    'of one line of sixteen thousand pixels',
    () => solid(16_000, 1).png().toBuffer(),
    read('16000 x 1'),
  ),
  picture('of no pixels', () => makePng(0, 0), says.broken),
  picture('of 30,000 by 30,000 pixels', () => makePng(30_000, 30_000), says.tooBig),
  picture(
    'whose note unfolds to 200 MB',
    () => makePng(8, 8, [unfoldingChunk('zTXt', 200 * 1024 * 1024)]),
    read('8 x 8'),
  ),
  edited('of a film', 'hall.webp', () => makeFilm(500), read('1 x 1')),
  picture('that ends in the middle', async () => (await noise()).subarray(0, 60_000), says.broken),
  picture('of a header alone', async () => (await noise()).subarray(0, 33), says.broken),
  picture(
    'with noise in its middle',
    async () => {
      const bytes = await noise();
      bytes.fill(0xa5, 20_000, 40_000);
      return bytes;
    },
    says.broken,
  ),
  picture(
    'with a program at its end',
    async () => Buffer.concat([await makePicture(), Buffer.from('MZ\x90\0program')]),
    read('64 x 48'),
  ),
  edited('of a moving picture', 'hall.gif', () => solid(30, 20).gif().toBuffer(), WRONG_KIND.image_edit),
  edited('of a picture for print', 'hall.tiff', () => solid(30, 20).tiff().toBuffer(), WRONG_KIND.image_edit),
  edited(
    'of a new kind of picture',
    'hall.avif',
    () => solid(30, 20).avif().toBuffer(),
    WRONG_KIND.image_edit,
  ),
  edited(
    'of a drawing with a script',
    'hall.svg',
    () =>
      Buffer.from(
        '<svg xmlns="http://www.w3.org/2000/svg"><script>x()</script><image href="file:///etc/passwd"/></svg>',
      ),
    WRONG_KIND.image_edit,
  ),
];
