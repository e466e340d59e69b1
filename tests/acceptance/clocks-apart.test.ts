import { setTimeout as sleep } from 'node:timers/promises';
import { decodeJwt } from 'jose';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { z } from 'zod';
import {
  type IdentitySimulator,
  startIdentitySimulator,
} from '#simulators/identity/start-identity-simulator.ts';
import { type SamlSimulator, startSamlSimulator } from '#simulators/identity/start-saml-simulator.ts';
import { accepted, untilEnded } from './delegation.ts';
import { expectHears, listen } from './ear.ts';
import { expectSoundAccount } from './ledger.ts';
import { addTask, PASSWORD, type Person, personOf, type Site, signUp, visitor } from './person.ts';
import { openProcesses, type Processes } from './processes.ts';
import { signInByOpenId, signInBySaml } from './sign-in-elsewhere.ts';

const MINUTE = 60_000;
/** Milliseconds by which the clock of each process is wrong. */
const WRONG_BY = [0, 7 * MINUTE, -7 * MINUTE];
const ATTEMPTS = 20;

const PRELOAD = new URL('../worlds/shift-clock.ts', import.meta.url).href;

/** The embedded database has one process. */
describe.runIf(inject('postgresUrl'))('processes whose clocks are minutes apart', () => {
  let processes: Processes;
  let person: Person;
  let sites: readonly Site[];
  /** Elsewhere, where the time is right. */
  let service: IdentitySimulator;
  let company: SamlSimulator;

  beforeAll(async () => {
    [service, company] = await Promise.all([startIdentitySimulator(), startSamlSimulator()]);
    processes = await openProcesses(
      WRONG_BY.map((by) => ({ CLOCK_SHIFT: String(by), NODE_OPTIONS: `--import ${PRELOAD}` })),
      undefined,
      {
        RATE_LIMITS: `sign_in=${ATTEMPTS}/600,mail=off,token=off,api=off,delegate=off`,
        OIDC_THEIR_ISSUER: service.url,
        OIDC_THEIR_CLIENT_ID: service.clientId,
        OIDC_THEIR_CLIENT_SECRET: service.clientSecret,
        SAML_CORP_EXAMPLE_METADATA_URL: company.metadataUrl,
      },
    );
    sites = WRONG_BY.map((_by, at) => processes.siteOf(at));
    person = await signUp(processes.site);
  });
  afterAll(async () => {
    await processes.close();
    await Promise.all([service.close(), company.close()]);
  });

  it('say which of them is wrong', () => {
    const said = processes.all.map((one) => /"seconds_ahead":(-?\d+)/.exec(one.output())?.[1]);
    expect(said.map((seconds) => (seconds === undefined ? 0 : Math.round(Number(seconds) / 60)))).toEqual([
      0, 7, -7,
    ]);
  });

  it('issue tokens for the hour that begins now, and accept each other’s', async () => {
    for (const site of sites) {
      const { token } = await personOf(site, person.email);
      const { iat = 0, exp = 0 } = decodeJwt(token);
      expect(Math.abs(iat - Date.now() / 1000)).toBeLessThan(10);
      expect(exp - iat).toBe(3_600);
      for (const other of sites) {
        const headers = { apikey: other.anonKey, authorization: `Bearer ${token}` };
        for (const path of ['/rest/v1/profiles?select=id', '/auth/v1/user', '/storage/v1/bucket'])
          expect((await fetch(`${other.url}${path}`, { headers })).status, path).toBe(200);
      }
    }
  });

  it('open each other’s links for as long as they said', async () => {
    const path = `${person.id}/${'x'.repeat(24)}.txt`;
    const files = person.client.storage.from('task-attachments');
    expect((await files.upload(path, new Blob(['a note'], { type: 'text/plain' }))).error).toBeNull();
    const statuses = async (link: string): Promise<number[]> => {
      const { pathname, search } = new URL(link);
      return Promise.all(sites.map(async ({ url }) => (await fetch(`${url}${pathname}${search}`)).status));
    };
    const brief: string[] = [];
    for (const site of sites) {
      const { client } = await personOf(site, person.email);
      const sign = async (seconds: number): Promise<string> => {
        const signed = await client.storage.from('task-attachments').createSignedUrl(path, seconds);
        return z.string().parse(signed.data?.signedUrl);
      };
      brief.push(await sign(2));
      expect(await statuses(await sign(60))).toEqual([200, 200, 200]);
    }
    await sleep(4_000);
    for (const link of brief) expect(await statuses(link)).toEqual([400, 400, 400]);
  });

  it('do each run once, whoever has its lease, and send live updates from each to each', async () => {
    const runs = await Promise.all(
      sites.map(async (site, at) => accepted(site, person, await addTask(person, `Run ${at}`))),
    );
    for (const { id } of runs) {
      expect(await untilEnded(person, id)).toMatchObject({ status: 'succeeded', attempt: 1 });
    }
    await expectSoundAccount(person);
    for (const site of sites) {
      const listener = await personOf(site, person.email);
      const ear = await listen(listener);
      for (const [at, other] of sites.entries()) {
        const writer = await personOf(other, person.email);
        await expectHears(ear, `From ${at}`, (title) => addTask(writer, title));
      }
      await listener.client.removeAllChannels();
    }
  });

  it('believe what others sign for as long as those say', async () => {
    for (const [at, site] of sites.entries()) {
      const ways = {
        openId: () => signInByOpenId(site, processes.balancer.url, 'their'),
        saml: () => signInBySaml(site, processes.balancer.url, company),
      };
      for (const [name, way] of Object.entries(ways)) {
        const email = `${name}-${at}@corp.example`.toLowerCase();
        service.setPerson({ sub: email, email, email_verified: true });
        company.setPerson({ nameId: email, email });
        const told = await way();
        expect(
          decodeJwt(z.string().parse(told.get('access_token'), { error: () => `${at} ${told.toString()}` })),
        ).toMatchObject({ email });
        service.setFault('expired');
        company.setFault('expired');
        expect((await way()).get('error_code')).toBe('bad_oauth_callback');
        service.setFault('none');
        company.setFault('none');
      }
      const idToken = async (claims: object): Promise<number | undefined> => {
        const token = await service.idToken({ sub: `native-${at}`, email_verified: true, ...claims });
        const { error } = await visitor(site).auth.signInWithIdToken({ provider: 'their', token });
        return error?.status;
      };
      const now = Math.floor(Date.now() / 1000);
      expect(await idToken({ email: `native-${at}@example.org` })).toBeUndefined();
      expect(await idToken({ exp: now - 60 })).toBe(400);
      expect(await idToken({ nbf: now + 60 })).toBe(400);
    }
  });

  it('count attempts together', async () => {
    let attempts = 0;
    for (let at = 0; at < 3 * ATTEMPTS; at += 1) {
      const client = visitor(sites[at % sites.length] ?? processes.site);
      const { error } = await client.auth.signInWithPassword({
        email: 'nobody@example.org',
        password: PASSWORD,
      });
      if (error?.status !== 429) attempts += 1;
    }
    expect(attempts).toBeLessThanOrEqual(ATTEMPTS);
  });
});
