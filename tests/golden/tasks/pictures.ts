import type { GoldenTask } from '../golden-task.ts';

/** Pictures: exactly the file that was asked for, or none at all. */
export const PICTURES: readonly GoldenTask[] = [
  {
    tool: 'create_image',
    trap: 'a model without the shape that is asked for',
    language: 'ar',
    title: 'ملصق لحفلة الصيف',
    picture: {
      model: 'gpt-image-1.5',
      options: { aspect_ratio: '16:9', format: 'jpeg' },
      becomes: { format: 'jpeg', width: 1792, height: 1024 },
    },
  },
  {
    tool: 'create_image',
    trap: 'a background that is not transparent',
    language: 'ja',
    title: '猫のステッカー',
    picture: { model: 'sim/image-opaque', options: { background: 'transparent', format: 'webp' } },
    planted: [{ lie: 'unusable picture', text: 'opaque' }],
    ends: { fails: 'opaque_image' },
  },
  {
    tool: 'create_image',
    trap: 'bytes that are no picture',
    language: 'de',
    title: 'Einladung zum Sommerfest',
    picture: { model: 'sim/image-garbage' },
    planted: [{ lie: 'unusable picture', text: 'garbage' }],
    ends: { fails: 'invalid_image' },
  },
  {
    tool: 'create_image',
    trap: 'an address inside the network instead of a picture',
    language: 'en',
    title: 'A poster for the summer party',
    picture: { model: 'sim/image-url-elsewhere' },
    planted: [{ lie: 'unusable picture', text: 'elsewhere' }],
    ends: { fails: 'fetch' },
  },
  {
    tool: 'image_edit',
    trap: 'a photograph that lies on its side',
    language: 'fr',
    title: 'Éclaircir la photo',
    picture: {
      model: 'sim/image',
      original: { width: 900, height: 500, format: 'jpeg', orientation: 6 },
      becomes: { format: 'png', width: 500, height: 900 },
    },
  },
  {
    tool: 'image_edit',
    trap: 'an original that is larger than any model fills',
    language: 'ko',
    title: '배경을 하늘로 바꾸기',
    picture: {
      model: 'sim/image',
      original: { width: 5000, height: 1000 },
      becomes: { format: 'png', width: 3840, height: 768 },
    },
    ends: { notices: ['scaled_down'] },
  },
  {
    tool: 'image_edit',
    trap: 'a result of another size than the original',
    language: 'pt',
    title: 'Tirar o carro da fotografia',
    picture: {
      model: 'sim/image-wrong-size',
      original: { width: 640, height: 480 },
      becomes: { format: 'png', width: 640, height: 480 },
    },
  },
  {
    tool: 'image_edit',
    trap: 'half of a picture',
    language: 'tr',
    title: 'Fotoğrafı aydınlat',
    picture: { model: 'sim/image-half', original: { width: 640, height: 480 } },
    planted: [{ lie: 'unusable picture', text: 'half' }],
    ends: { fails: 'invalid_image' },
  },
];
