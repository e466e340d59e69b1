import { type AiTaskType, TOOLS, typesOf } from '#domain/ai-task.ts';
import { EXAMPLE_TASKS } from '#domain/demo/example-tasks.ts';
import { LANGUAGE_CODES } from '#domain/languages.ts';
import { t } from '#web/texts/pages.ts';
import { TOOL_ICONS } from '#web/ui/marks/tool-icons.ts';
import { SectionHead } from '../section-head.tsx';
import { StartLink } from '../start-link.tsx';
import { TEMPLATE } from './tools-template.ts';

/** `show-tools.ts` removes those that aren't connected. */
export function Tools() {
  return (
    <section id="tools" className="band">
      <div className="wrap">
        <SectionHead
          title={
            <span data-some-tools={t('landing.tools.title_some', TEMPLATE)}>{t('landing.tools.title')}</span>
          }
        >
          {t('landing.tools.lead', { languages: LANGUAGE_CODES.length })}
        </SectionHead>
        <ul className="grid gap-x-16 border-t border-line-strong md:grid-cols-2">
          {typesOf(TOOLS).map((type) => (
            <Tool key={type} type={type} />
          ))}
        </ul>
        <p className="mt-8">
          <StartLink>{t('landing.start.tools')}</StartLink>
        </p>
      </div>
    </section>
  );
}

function Tool({ type }: { type: AiTaskType }) {
  const Icon = TOOL_ICONS[type];
  const { subject } = TOOLS[type];
  return (
    <li data-tool={type} className="grid grid-cols-[44px_minmax(0,1fr)] border-b border-line py-4.5">
      <Icon size={20} aria-hidden className="mt-0.5 text-text-2" />
      <div>
        <div className="flex items-baseline justify-between gap-3">
          <h3 className="[font:600_1rem/1.5rem_var(--font-text)]">{t(`tools.${type}.page.name`)}</h3>
          {subject && (
            <span className="type-slip whitespace-nowrap text-text-3">{t(`tools.takes.${subject}`)}</span>
          )}
        </div>
        <p className="text-text-2">{t(`tools.${type}.page.says`)}</p>
        <p className="type-meta mt-0.5 text-text-3">
          <q>{EXAMPLE_TASKS[type].title}</q>
        </p>
      </div>
    </li>
  );
}
