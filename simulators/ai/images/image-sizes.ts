export interface Size {
  readonly width: number;
  readonly height: number;
}

const DEFAULT: Size = { width: 1024, height: 1024 };
const THREE = ['1024x1024', '1536x1024', '1024x1536'];

/** Models with the rule for their sizes. `gpt-image-1` and DALL-E are retired, as at the provider. */
const FAMILIES: readonly (readonly [model: RegExp, takes: (size: string) => boolean])[] = [
  [/^(gpt-image-1-mini|gpt-image-1\.5|sim\/image-three-sizes)/, (size) => THREE.includes(size)],
  [/^(gpt-image-2|sim\/)/, (size) => isOnGrid(parse(size))],
];

export function isServed(model: string): boolean {
  return FAMILIES.some(([family]) => family.test(model));
}

/** Null: the model doesn't support this size. */
export function sizeOf(model: string, asked: string | undefined): Size | null {
  if (asked === undefined || asked === 'auto') return DEFAULT;
  const takes = FAMILIES.find(([family]) => family.test(model))?.[1];
  return takes?.(asked) ? parse(asked) : null;
}

/** Returns the end of the error message for an unsupported size, for models with a fixed list. */
export function supportedSizes(model: string): string {
  const isOfThree = sizeOf(model, '1792x1024') === null;
  return isOfThree ? `Supported values are: ${THREE.map((size) => `'${size}'`).join(', ')}, and 'auto'.` : '';
}

/** Returns the size that the simulated model makes of a named aspect ratio. */
export function sizeOfRatio(ratio: string | undefined): Size {
  const [across = 1, down = 1] = (ratio ?? '1:1').split(':').map(Number);
  if (!(across > 0 && down > 0)) return DEFAULT;
  const long = 1536;
  return across >= down
    ? {
        width: across === down ? 1024 : long,
        height: across === down ? 1024 : Math.round((long * down) / across),
      }
    : { width: Math.round((long * across) / down), height: long };
}

function parse(size: string): Size {
  const [width = 0, height = 0] = size.split('x').map(Number);
  return { width, height };
}

function isOnGrid({ width, height }: Size): boolean {
  const [long, short] = [Math.max(width, height), Math.min(width, height)];
  const pixels = width * height;
  return (
    width % 16 === 0 &&
    height % 16 === 0 &&
    long <= 3840 &&
    long <= 3 * short &&
    pixels >= 655_360 &&
    pixels <= 8_294_400
  );
}
