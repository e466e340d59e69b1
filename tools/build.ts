/**
 * Builds side by side what a start needs: the web app, the server, an empty database. Leaves alone what is newer than
 * its sources, unless told to `--force`. In one process: with nothing to build, starting three took most of the time.
 */
await Promise.all([import('./build-web.ts'), import('./build-server.ts'), import('./build-database.ts')]);
