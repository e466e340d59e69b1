import { t } from '#web/texts/pages.ts';
import { Cited } from './cited.tsx';

const ROWS = ['austria', 'a22', 'roads'] as const;
const STEPS = ['contract', 'symbol', 'driver'] as const;

/** The text of the sample research. */
export function ResearchResult() {
  return (
    <>
      <h3 className="type-title-2">{t('landing.research.title')}</h3>
      <p>
        <Cited id="landing.research.lead" />
      </p>
      <h4>{t('landing.research.austria')}</h4>
      <p>
        <Cited id="landing.research.austria.text" />
      </p>
      <h4>{t('landing.research.italy')}</h4>
      <p>
        <Cited id="landing.research.italy.text" />
      </p>
      <table>
        <thead>
          <tr>
            <th scope="col">{t('landing.research.table.stretch')}</th>
            <th scope="col">{t('landing.research.table.when')}</th>
            <th scope="col">{t('landing.research.table.what')}</th>
          </tr>
        </thead>
        <tbody>
          {ROWS.map((row) => (
            <tr key={row}>
              <td>{t(`landing.research.table.${row}`)}</td>
              <td>{t(`landing.research.table.${row}.when`)}</td>
              <td>
                <Cited id={`landing.research.table.${row}.what`} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <h4>{t('landing.research.before')}</h4>
      <ul>
        {STEPS.map((step) => (
          <li key={step}>
            <Cited id={`landing.research.before.${step}`} />
          </li>
        ))}
      </ul>
    </>
  );
}
