import { useId, useState } from 'react';
import { type LocalModelsOutput, localModelsOutput } from '#domain/functions/answers.ts';
import { t } from '../../texts/later.ts';
import { Button } from '../../ui/controls/button.tsx';
import { SelectField } from '../../ui/controls/select-field.tsx';
import { InlineError } from '../../ui/feedback/inline-error.tsx';
import { logProblem } from '../log.ts';
import { brandName } from '../page/brand.ts';
import { callFunction, FunctionRefusedError } from '../server/call-function.ts';
import { SettingLines } from './setting-lines.tsx';

/** Runs one search for local models at a time. `servers` is null until the first result. */
function useLocalModels() {
  const [servers, setServers] = useState<LocalModelsOutput['servers'] | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const [isLooking, setIsLooking] = useState(false);

  async function look(): Promise<void> {
    setIsLooking(true);
    setServers(null);
    setFailure(null);
    try {
      setServers(localModelsOutput.parse(await callFunction('find-local-models', {})).servers);
    } catch (error) {
      logProblem('models could not be looked for', error);
      setFailure(isWait(error) ? error.message : t('connect.local.failed'));
    } finally {
      setIsLooking(false);
    }
  }
  return { servers, failure, isLooking, look };
}

const isWait = (error: unknown): error is FunctionRefusedError =>
  error instanceof FunctionRefusedError && error.code === 'too_many_tries';

type LocalServer = LocalModelsOutput['servers'][number];

/** Looks for models on the server's own computer, on a click only. */
export function LocalModels() {
  const { servers, failure, isLooking, look } = useLocalModels();
  const id = useId();
  const isAgain = servers !== null || failure !== null;
  return (
    <section aria-labelledby={id} className="grid gap-2">
      <h3 id={id} className="type-ui">
        {t('connect.local')}
      </h3>
      <p className="text-text-2">{t('connect.local.consent', { name: brandName() })}</p>
      <Button
        className="justify-self-start"
        busy={isLooking}
        busyLabel={t('connect.local.looking')}
        onClick={() => void look()}
      >
        {t(isAgain ? 'connect.local.again' : 'connect.local.look')}
      </Button>
      {failure !== null && <InlineError>{failure}</InlineError>}
      <output className="text-text-2 empty:hidden">{servers && wordFound(servers)}</output>
      {servers?.map((server) => (
        <FoundServer key={server.base} server={server} />
      ))}
    </section>
  );
}

function wordFound(servers: readonly LocalServer[]): string {
  if (servers.length === 0) return t('connect.local.none');
  return t('connect.local.found', { count: servers.length, name: brandName() });
}

/** A model server that was found, its models, and the lines that select one. */
function FoundServer({ server: { name, base, models } }: { server: LocalServer }) {
  const [chosen, setChosen] = useState<string>();
  // Skip embedding models, which can't write text.
  const first = models.find((id) => !/embed/i.test(id)) ?? models[0];
  const model = chosen !== undefined && models.includes(chosen) ? chosen : first;
  if (model === undefined) {
    return <p className="text-text-2">{t('connect.local.empty', { server: name, base })}</p>;
  }
  return (
    <div className="grid gap-2">
      <SelectField
        label={t('connect.local.model', { server: name })}
        value={model}
        onChange={(event) => setChosen(event.target.value)}
        options={models.map((id) => ({ value: id, label: id }))}
      />
      <SettingLines
        lines={[`AI_BASE_URL=${base}`, `AI_MODEL_FAST=${model}`]}
        copyLabel={t('connect.local.copy', { server: name })}
      />
    </div>
  );
}
