import { useCompileCache } from './lib/compile-cache.ts';

// Files written by this program must not be readable by other users.
process.umask(0o077);

// Before anything else is loaded.
const keepCompiled = useCompileCache();
const { serve } = await import('./serve.ts');
await serve();
keepCompiled();
