import { t } from '#web/texts/pages.ts';
import type { Installation, Policy, PolicySection } from './policy.ts';
import { PolicyStatements } from './policy-statements.tsx';

/** Version of the terms, as stored with consent. */
const VERSION = '1.0';

export interface PolicyDocumentProps {
  policy: Policy;
  installation: Installation;
}

/** Renders a policy: 680 px wide, numbered sections, table of contents beside it. */
export function PolicyDocument({ policy, installation }: PolicyDocumentProps) {
  return (
    <div className="grid gap-x-16 lg:grid-cols-[220px_minmax(0,680px)]">
      <header className="lg:col-start-2">
        <h1 className="type-title-1">{t(policy.heading)}</h1>
        <p className="mt-3 text-text-3">{t('policies.version', { version: VERSION })}</p>
      </header>
      <Contents sections={policy.sections} />
      <article className="mt-8 lg:col-start-2 lg:row-start-2">
        {policy.sections.map((section, index) => (
          <section
            key={section.anchor}
            id={section.anchor}
            aria-labelledby={`${section.anchor}-heading`}
            className="mb-10 scroll-mt-6 border-t border-line pt-4"
          >
            <h2 id={`${section.anchor}-heading`} className="type-title-3 flex items-baseline gap-3">
              <span className="type-slip w-5 text-text-3">{index + 1}</span>
              {t(section.heading)}
            </h2>
            <PolicyStatements statements={section.statements} installation={installation} />
          </section>
        ))}
      </article>
    </div>
  );
}

function Contents({ sections }: { sections: readonly PolicySection[] }) {
  return (
    <nav
      aria-label={t('policies.contents')}
      className="type-meta mt-8 h-fit lg:sticky lg:top-6 lg:row-start-2"
    >
      <p className="type-meta-strong mb-2">{t('policies.contents')}</p>
      <ol>
        {sections.map(({ anchor, heading }, index) => (
          <li key={anchor}>
            <a className="flex gap-3 py-1.5 text-text-2 hover:text-text" href={`#${anchor}`}>
              <span className="type-slip w-5 text-text-3">{index + 1}</span>
              {t(heading)}
            </a>
          </li>
        ))}
      </ol>
    </nav>
  );
}
