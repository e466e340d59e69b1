import { expect, it } from 'vitest';
import { crossings, resolveImport } from './check-boundaries.ts';

it('resolves aliases and relative paths to one form', () => {
  expect(resolveImport('server/platform/auth/signup.ts', '../http/room.ts')).toBe(
    'server/platform/http/room.ts',
  );
  expect(resolveImport('web/src/routes/x.tsx', '#domain/task.ts')).toBe('domain/task.ts');
});

it.each([
  ['domain/task.ts', "import { readFile } from 'node:fs';"],
  ['domain/task.ts', "import React from 'react';"],
  ['server/lib/log.ts', "import { x } from '#server/config.ts';"],
  ['server/platform/rest/plan.ts', "import { ledger } from '#server/product/credits/ledger.ts';"],
  ['server/platform/rest/plan.ts', "import { x } from '../auth/signup.ts';"],
  ['server/platform/auth/signup.ts', "import { x } from '#server/providers/mailer/smtp.ts';"],
  [
    'server/product/ai/tools/answer/tool.ts',
    "import { x } from '#server/providers/text-model/openai-compatible.ts';",
  ],
  ['server/product/ai/tools/answer/tool.ts', "const x = await import('#simulators/ai/start.ts');"],
  ['web/src/features/tasks/list.tsx', "import { x } from '../delegation/dialog.tsx';"],
  ['web/src/ui/controls/button.tsx', "import { x } from '#web/features/tasks/list.tsx';"],
  ['web/src/ui/controls/button.tsx', "import { X } from 'lucide-react';"],
  ['contract/rest.test.ts', "import { x } from '#server/app.ts';"],
])('%s may not contain %s', (path, source) => {
  expect(crossings(path, source)).not.toEqual([]);
});

it.each([
  ['domain/task.ts', "import { z } from 'zod/mini';"],
  ['server/platform/auth/signup.ts', "import type { Mailer } from '#server/providers/mailer/mailer.ts';"],
  ['server/platform/auth/signup.test.ts', "import { testDatabase } from '#tests/engines/database.ts';"],
  ['web/src/ui/controls/button.tsx', "import X from 'lucide-react/icons/x';"],
  ['web/src/routes/dashboard.tsx', "import { List } from '#web/features/tasks/list.tsx';"],
])('%s may contain %s', (path, source) => {
  expect(crossings(path, source)).toEqual([]);
});
