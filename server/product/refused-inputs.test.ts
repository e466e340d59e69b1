import { expect, it } from 'vitest';
import {
  checkModelsInput,
  checkoutInput,
  delegateInput,
  ensureProfileInput,
  ownerProof,
  redeemInput,
} from '#domain/functions/inputs.ts';
import { createLog } from '#server/lib/log.ts';
import { ANON } from '#server/platform/db/caller.ts';
import type { FunctionDefinition } from '#server/platform/functions/function.ts';
import { createFunctionsRoom } from '#server/platform/functions/functions-room.ts';

const INPUTS = {
  'check-models': checkModelsInput,
  checkout: checkoutInput,
  delegate: delegateInput,
  'delete-account': ownerProof,
  'ensure-profile': ensureProfileInput,
  redeem: redeemInput,
};

const room = createFunctionsRoom({
  authenticator: {
    fromRequest: async () => ({ ok: true, caller: ANON }),
    fromToken: async () => ({ ok: true, caller: ANON }),
  },
  definitions: Object.entries(INPUTS).map(
    ([name, input]): FunctionDefinition => ({ name, access: 'anyone', input, handle: async () => ({}) }),
  ),
  log: createLog('error', () => undefined),
});

const EDIT = { task_id: '11111111-1111-4111-8111-111111111111', ai_task_type: 'image_edit' };
const RECTANGLE = { shape: 'rectangle', x: 0.5, y: 0.5, width: 0.6, height: 0.1 };
const STROKE = { shape: 'stroke', size: 0.01 };
const POINTS = Array.from({ length: 600 }, () => [0.1, 0.1]);
const TYPES =
  '"answer"|"research"|"web_search"|"reasoning"|"create_image"|"image_edit"|"data_analysis"|"doc_summary"';

it.each<[keyof typeof INPUTS, object, string]>([
  ['delegate', {}, `task_id: must be a uuid; ai_task_type: Invalid option: expected one of ${TYPES}`],
  ['delegate', [], 'body: Invalid input: expected object, received array'],
  [
    'delegate',
    { ...EDIT, project_id: 5, parent_run_id: null, extra: 1 },
    'project_id: must be a uuid; parent_run_id: must be a uuid; body: Unrecognized key: "extra"',
  ],
  [
    'delegate',
    { ...EDIT, attachments: ['', 'a'.repeat(301)], instruction: ' ' },
    'attachments.0: Too small: expected string to have >=1 characters; attachments.1: Too big: expected string to have <=300 characters; instruction: Too small: expected string to have >=1 characters',
  ],
  [
    'delegate',
    { ...EDIT, image: { compression: 1.5, aspect_ratio: '4:3', colour: 1 } },
    'image.aspect_ratio: Invalid option: expected one of "1:1"|"16:9"|"2:3"|"original"; image.compression: Invalid input: expected int, received number; image: Unrecognized key: "colour"',
  ],
  [
    'delegate',
    { ...EDIT, image: { compression: 101 } },
    'image.compression: Too big: expected number to be <=100',
  ],
  ['delegate', { ...EDIT, wish: 'x'.repeat(2001) }, 'wish: must be at most 2000 characters'],
  ['delegate', { ...EDIT, mask: [] }, 'mask: Too small: expected array to have >=1 items'],
  [
    'delegate',
    { ...EDIT, mask: [RECTANGLE, { ...RECTANGLE, x: -1, width: 0 }, { ...RECTANGLE, more: 1 }] },
    'mask.0: the rectangle extends beyond the image; mask.1.x: Too small: expected number to be >=0; mask.1.width: Too small: expected number to be >=0.005; mask.2: Unrecognized key: "more"; mask.2: the rectangle extends beyond the image',
  ],
  [
    'delegate',
    { ...EDIT, mask: [{ shape: 'circle' }, { ...STROKE, size: 1, points: [[0.1], [2, 'a']] }] },
    "mask.0.shape: Invalid discriminator value. Expected 'rectangle' | 'stroke'; mask.1.size: Too big: expected number to be <=0.5; mask.1.points.0: Too small: expected array to have >=2 items; mask.1.points.1.0: Too big: expected number to be <=1; mask.1.points.1.1: Invalid input: expected number, received string",
  ],
  [
    'delegate',
    {
      ...EDIT,
      mask: [
        { ...STROKE, points: POINTS },
        { ...STROKE, points: POINTS },
      ],
    },
    'mask: at most 1000 points in all',
  ],
  [
    'ensure-profile',
    { terms_accepted: false, marketing_accepted: 'no' },
    'terms_accepted: must be true: you have to accept the terms of service to open an account; marketing_accepted: Invalid input: expected boolean, received string',
  ],
  ['delete-account', { password: '' }, 'password: Too small: expected string to have >=1 characters'],
  ['redeem', { code: '  ' }, 'code: Too small: expected string to have >=1 characters'],
  ['checkout', { item: 'pack_x' }, 'item: must be a plan such as start_monthly, or a pack such as pack_500'],
  ['check-models', { a: 1, b: 2 }, 'body: Unrecognized keys: "a", "b"'],
])('%s explains in English why %j is invalid', async (name, body, message) => {
  const request = new Request(`http://localhost/functions/v1/${name}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const response = await room.handle(request, { ip: '127.0.0.1', requestId: 'r' });
  expect(await response.json()).toEqual({ code: 'invalid_input', message });
});
