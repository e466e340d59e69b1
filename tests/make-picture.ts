import sharp from 'sharp';

export interface PictureOptions {
  readonly width?: number;
  readonly height?: number;
  readonly format?: 'png' | 'jpeg' | 'webp';
  /** With a hole in the middle. */
  readonly transparent?: boolean;
  /** How a camera says that it was held: 6 lies on its side. */
  readonly orientation?: number;
}

/** A real picture: red on the left, blue on the right, so that a test can tell how it lies. */
export async function makePicture(options: PictureOptions = {}): Promise<Buffer> {
  const { width = 64, height = 48, format = 'png', transparent = false, orientation } = options;
  const half = Math.floor(width / 2);
  const hole = transparent ? '<circle cx="50%" cy="50%" r="20%" fill="#000"/>' : '';
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
    <mask id="m"><rect width="100%" height="100%" fill="#fff"/>${hole}</mask>
    <g mask="url(#m)"><rect width="${half}" height="100%" fill="#d02020"/><rect x="${half}" width="${width - half}" height="100%" fill="#2020d0"/></g>
  </svg>`;
  let image = sharp(Buffer.from(svg)).toFormat(format);
  if (!transparent) image = image.flatten({ background: '#ffffff' });
  if (orientation !== undefined) image = image.withMetadata({ orientation });
  return image.toBuffer();
}
