// First: React makes some of its errors while its code is read, and to remember from where, the browser reads that
// whole file once more.
import './lib/without-stacks.ts';
import { StrictMode, startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { HydratedRouter } from 'react-router/dom';
import { rememberStacks } from './lib/without-stacks.ts';

rememberStacks();

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <HydratedRouter />
    </StrictMode>,
  );
});
